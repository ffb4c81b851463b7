import AppStore
package import Ledger
import Outbox

/// Which of Apple's stores is spoken of: an app in an environment.
package struct StoreFront: Hashable, Sendable {
  package let bundleID: BundleID
  package let environment: StoreEnvironment

  package init(_ bundleID: BundleID, _ environment: StoreEnvironment) {
    self.bundleID = bundleID
    self.environment = environment
  }

  /// Nil where an errand names neither app nor environment.
  init?(_ errand: Errand) {
    guard let bundleID = errand.bundleID, let environment = errand.environment else { return nil }
    self.init(bundleID, environment)
  }

  /// As Apple's Server API knows it; what is bought elsewhere than in production is in the sandbox.
  var appleEnvironment: ServerAPIEnvironment {
    environment == .production ? .production : .sandbox
  }
}

extension StoreFront: CustomStringConvertible {
  package var description: String { "\(bundleID) in \(environment.rawValue)" }
}

extension StoreEnvironment {
  /// Those that Apple's Server API knows.
  package static let ofApple: [StoreEnvironment] = [.production, .sandbox]
}
