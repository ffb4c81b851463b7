import ArgumentParser
import Ledger

/// The option for the App Store environment that a command is about.
struct EnvironmentOption: ParsableArguments {
  @Option(help: "Production, Sandbox, Xcode or LocalTesting.")
  var environment = StoreEnvironment.production.rawValue

  func validate() throws {
    guard StoreEnvironment(rawValue: environment) != nil else {
      throw ValidationError("--environment is Production, Sandbox, Xcode or LocalTesting")
    }
  }

  var value: StoreEnvironment { StoreEnvironment(rawValue: environment) ?? .production }
}
