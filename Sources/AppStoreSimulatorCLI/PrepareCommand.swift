import AppStoreSimulator
import ArgumentParser
import Foundation

struct PrepareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prepare",
    abstract: "Create the keys and the configuration of a ledger.",
    discussion: """
      Writes four files to the home directory: root.pem and receipt-root.pem, for \
      DAICHO_TRUST_ROOTS; apps.json, for DAICHO_APPS, with the In-App Purchase key, the shared \
      secret and the addresses of the Server API and of verifyReceipt; and store.json, from which \
      the other commands read the app. Keys are created once and kept: the same directory is the \
      same App Store.
      """)

  @OptionGroup var home: HomeOption

  @Option(name: .customLong("bundle-id"), help: "The app's bundle identifier.")
  var bundleID = "com.example.game"

  @Option(
    name: .customLong("app-apple-id"),
    help: ArgumentHelp("The app's Apple ID in the App Store.", valueName: "number"))
  var appAppleID: Int64 = 1_234_567_890

  @Option(help: "The environment. The sandbox sends each notification once.")
  var environment = EnvironmentName.production

  @Option(help: ArgumentHelp("The address at which `serve` will listen.", valueName: "url"))
  var url = ServerAddress(port: ServeCommand.portOfDefault)

  private static let rootFile = "root.pem"
  private static let receiptRootFile = "receipt-root.pem"

  enum EnvironmentName: String, CaseIterable, ExpressibleByArgument {
    case production, sandbox
  }

  private var app: SimulatedApp {
    SimulatedApp(
      bundleID: bundleID, appAppleID: appAppleID,
      environment: environment == .production ? .production : .sandbox)
  }

  func run() throws {
    try home.use(write)
    let roots = [Self.rootFile, Self.receiptRootFile].map { name in
      "\(app.environment.rawValue)=\(home.file(name).path)"
    }
    print(
      """
      DAICHO_TRUST_ROOTS=\(roots.joined(separator: ","))
      DAICHO_APPS=\(home.file("apps.json").path)
      """)
  }

  /// Writes the files. The file that marks the directory as a store comes last.
  private func write() throws {
    let signers = home.signerHome
    let key = try signers.developerKey()
    let entry = AppEntry(
      bundleId: bundleID, appAppleId: appAppleID, environments: [app.environment.rawValue],
      issuerId: key.issuerID, keyId: key.keyID,
      privateKeyFile: try signers.developerKeyFile().standardizedFileURL.path,
      serverApiUrl: url.url,
      sharedSecretFile: try signers.sharedSecretFile().standardizedFileURL.path,
      verifyReceiptUrl: url.url)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode([entry]).write(to: home.file("apps.json"), options: .atomic)
    try Data(signers.rootCertificatePEM().utf8).write(
      to: home.file(Self.rootFile), options: .atomic)
    try Data(signers.receiptAuthority().rootCertificatePEM.utf8).write(
      to: home.file(Self.receiptRootFile), options: .atomic)
    try PreparedStore(of: app).write(to: home.directory)
  }

  /// An app in the format of the ledger's configuration.
  private struct AppEntry: Encodable {
    let bundleId: String
    let appAppleId: Int64
    let environments: [String]
    let issuerId: String
    let keyId: String
    let privateKeyFile: String
    let serverApiUrl: String
    let sharedSecretFile: String
    let verifyReceiptUrl: String
  }
}
