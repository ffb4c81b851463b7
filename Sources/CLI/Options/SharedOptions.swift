import ArgumentParser
import HTTP
import Intake
import Ledger
import Server

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

/// The option that narrows a command which names a player to one environment of the app.
struct EnvironmentsOption: ParsableArguments {
  @Option(
    help: "Production, Sandbox, Xcode or LocalTesting, and no other; by default all of the app's.")
  var environment: String?

  func validate() throws { _ = try named() }

  /// Returns the named environment, or every one of the app, Production first.
  func environments(of app: BundleID, in composition: Composition) throws -> [StoreEnvironment] {
    if let named = try named() { return [named] }
    let configured = composition.apps.first { $0.bundleID == app }?.environments ?? []
    return configured.inOrder
  }

  private func named() throws(ValidationError) -> StoreEnvironment? {
    guard let environment else { return nil }
    return try EnvironmentOption.read(environment)
  }
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
