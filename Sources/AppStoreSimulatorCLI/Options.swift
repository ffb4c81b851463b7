import AppStoreSimulator
import ArgumentParser
import Foundation

struct HomeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The directory of keys, certificates and configuration.", valueName: "dir"))
  var home: String

  var signerHome: SignerHome { SignerHome(URL(filePath: home)) }

  func file(_ name: String) -> URL { URL(filePath: home).appending(path: name) }
}

/// The app whose customers live in the store.
struct AppOptions: ParsableArguments {
  static let bundleIDOfDefault = "com.example.game"

  @Option(name: .customLong("bundle-id"), help: "The app's bundle identifier.")
  var bundleID = bundleIDOfDefault

  @Option(
    name: .customLong("app-apple-id"),
    help: ArgumentHelp("The app's number in the App Store.", valueName: "number"))
  var appAppleID: Int64 = 1_234_567_890

  @Option(help: "production or sandbox; the sandbox sends each notification once.")
  var environment = EnvironmentName.production

  enum EnvironmentName: String, CaseIterable, ExpressibleByArgument {
    case production, sandbox
  }

  var app: SimulatedApp {
    SimulatedApp(
      bundleID: bundleID, appAppleID: appAppleID,
      environment: environment == .production ? .production : .sandbox)
  }
}

/// Where the ledger is.
struct LedgerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where the ledger listens.", valueName: "url"))
  var ledger: String?

  @Option(
    help: ArgumentHelp(
      "A file with the ledger's API key, of scopes ingest and read.", valueName: "file"))
  var ledgerKeyFile: String?

  func key() throws -> String? {
    try ledgerKeyFile.map { file in
      do {
        return try String(contentsOf: URL(filePath: file), encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      } catch {
        throw ValidationError("--ledger-key-file: \(file) cannot be read.")
      }
    }
  }
}

/// A moment, as 2026-01-31T09:00:00Z.
struct TimeArgument: ExpressibleByArgument {
  /// Since 1970.
  let milliseconds: Int64

  init?(argument: String) {
    guard let date = try? Date(argument, strategy: .iso8601) else { return nil }  // usage says how
    milliseconds = Int64(date.timeIntervalSince1970) * 1_000
  }
}
