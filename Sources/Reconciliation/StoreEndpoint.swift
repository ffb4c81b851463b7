import AppStore
package import Ledger
import Outbox

/// One of Apple's stores: an app in an environment.
package struct StoreEndpoint: Hashable, Sendable {
  package let bundleID: BundleID
  package let environment: StoreEnvironment

  package init(_ bundleID: BundleID, _ environment: StoreEnvironment) {
    self.bundleID = bundleID
    self.environment = environment
  }

  /// Returns nil if the job lacks an app or an environment.
  init?(_ job: Job) {
    guard let bundleID = job.bundleID, let environment = job.environment else { return nil }
    self.init(bundleID, environment)
  }

  var appleEnvironment: ServerAPIEnvironment { environment.ofServerAPI }
}

extension StoreEndpoint: CustomStringConvertible {
  package var description: String { "\(bundleID) in \(environment.rawValue)" }
}
