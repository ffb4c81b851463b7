import AppStoreSimulator
import ArgumentParser
import Foundation

struct PrepareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prepare",
    abstract: "Make the keys, and write what a ledger has to be configured with.",
    discussion: """
      Into the home directory go root.pem, for DAICHO_TRUST_ROOTS, and apps.json, for DAICHO_APPS, \
      with the In-App Purchase key and the address of the Server API. Keys are made at the first use \
      and kept; the same directory is the same App Store.
      """)

  @OptionGroup var home: HomeOption
  @OptionGroup var app: AppOptions

  @Option(help: ArgumentHelp("Where `serve` will listen.", valueName: "url"))
  var url = "http://127.0.0.1:\(ServeCommand.portOfDefault)"

  func run() throws {
    let signers = home.signerHome
    let key = try signers.developerKey()
    let apps = [
      AppEntry(
        bundleId: app.bundleID, appAppleId: app.appAppleID,
        environments: [app.app.environment.rawValue], issuerId: key.issuerID, keyId: key.keyID,
        privateKeyFile: try signers.developerKeyFile().standardizedFileURL.path, serverApiUrl: url)
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(apps).write(to: home.file("apps.json"), options: .atomic)
    try Data(signers.rootCertificatePEM().utf8).write(
      to: home.file("root.pem"), options: .atomic)
    print(
      """
      DAICHO_TRUST_ROOTS=\(home.file("root.pem").path)
      DAICHO_APPS=\(home.file("apps.json").path)
      """)
  }

  /// An app as the ledger's configuration names it.
  private struct AppEntry: Encodable {
    let bundleId: String
    let appAppleId: Int64
    let environments: [String]
    let issuerId: String
    let keyId: String
    let privateKeyFile: String
    let serverApiUrl: String
  }
}
