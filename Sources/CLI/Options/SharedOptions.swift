import ArgumentParser
import HTTP
import Ledger

/// The option for the App Store environment that a command is about.
struct EnvironmentOption: ParsableArguments {
  @Option(help: "Production, Sandbox, Xcode or LocalTesting.")
  var environment = StoreEnvironment.production.rawValue

  func validate() throws { _ = try Self.read(environment) }

  static func read(_ name: String) throws(ValidationError) -> StoreEnvironment {
    guard let environment = StoreEnvironment(rawValue: name) else {
      throw ValidationError(
        "--environment is Production, Sandbox, Xcode or LocalTesting"
          + NearestName.question(name, among: StoreEnvironment.allCases.map(\.rawValue)))
    }
    return environment
  }

  var value: StoreEnvironment { StoreEnvironment(rawValue: environment) ?? .production }
}

/// The author and the reason of a decision, which are recorded with it.
struct OperatorOptions: ParsableArguments {
  @Option(help: "The person who decides.")
  var author: String
  @Option(help: "The reason.")
  var reason: String

  func validate() throws {
    for (name, value) in [("author", author), ("reason", reason)] {
      if let fault = PlainName.fault(recording: value) {
        throw ValidationError("--\(name) \(fault)")
      }
    }
  }
}

/// The purchase that a command is about, and its app.
struct PurchaseOptions: ParsableArguments {
  @Argument(help: "The purchase's original transaction id.")
  var purchase: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption

  func validate() throws {
    if let fault = PlainName.fault(seeking: purchase) { throw ValidationError("purchase \(fault)") }
  }
}
