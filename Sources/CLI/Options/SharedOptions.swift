import ArgumentParser
import HTTP
import Intake
import Ledger
import Server

/// The option for the App Store environment that a command is about.
struct EnvironmentOption: ParsableArguments {
  @Option(help: "Production, Sandbox, Xcode or LocalTesting.", completion: .environments)
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
    help: "Production, Sandbox, Xcode or LocalTesting, and no other; by default all of the app's.",
    completion: .environments)
  var environment: String?

  func validate() throws { _ = try named() }

  /// Returns the named environment, or every one of the app, Production first. Throws if the app has not
  /// the named one.
  func environments(of app: BundleID, in composition: Composition) throws -> [StoreEnvironment] {
    try environments(of: app, among: composition.apps)
  }

  func environments(of app: BundleID, among apps: [ConfiguredApp]) throws -> [StoreEnvironment] {
    let configured = apps.first { $0.bundleID == app }?.environments ?? []
    guard let named = try named() else { return configured.inOrder }
    guard configured.contains(named) else {
      let names = configured.inOrder.map(\.rawValue)
      throw WrongUsage(
        "--environment \(named.rawValue) is none of \(app) in DAICHO_APPS: name one of \(names.oneOf), or "
          + "add it to the app's `environments`")
    }
    return [named]
  }

  private func named() throws(ValidationError) -> StoreEnvironment? {
    guard let environment else { return nil }
    return try EnvironmentOption.read(environment)
  }
}

/// The purchase that a command is about, and its app.
struct PurchaseOptions: ParsableArguments {
  @Argument(help: "The id of any transaction of the purchase.")
  var purchase: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption

  func validate() throws {
    if let fault = PlainName.fault(seeking: purchase) { throw ValidationError("purchase \(fault)") }
  }
}

/// The values that a shell completes in more than one command.
extension CompletionKind {
  static var environments: CompletionKind { .list(StoreEnvironment.allCases.map(\.rawValue)) }

  /// The environments with a server of Apple's.
  static var storeEnvironments: CompletionKind {
    .list([StoreEnvironment.production, .sandbox].map(\.rawValue))
  }

  static var calendars: CompletionKind { .list(["utc", "pacific", "fiscal"]) }
}
