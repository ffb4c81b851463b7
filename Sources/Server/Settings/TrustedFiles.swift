package import AppStore
import Foundation
package import Intake
import Ledger

/// The contents of the files named by the settings: the apps, their Server API clients, and the
/// trusted root certificates with their check.
package struct TrustedFiles: Sendable {
  package let apps: [ConfiguredApp]
  /// A client for each app that has a key. The client holds the key.
  let serverAPIs: [BundleID: ServerAPIClient]
  /// A signer of promotional offers for each app that has a key.
  let offerSigners: [BundleID: OfferSigner]
  /// The shared secrets of the apps that have one.
  let secrets: [BundleID: SharedSecret]
  /// The clients of verifyReceipt: one for each app with a shared secret and no key.
  let receiptClients: [BundleID: VerifyReceiptClient]
  /// The trusted roots of JWS: Apple's first, then those of the settings.
  let roots: [RootCertificate]
  /// The trusted roots of app receipts: Apple's first, then those of the settings, then Xcode's of each
  /// app.
  let receiptRoots: [RootCertificate]
  /// The check of certificates; nil if none is asked about or refused.
  let revocation: RevocationCheck?

  package init(_ settings: Settings) throws(SettingsError) {
    guard let file = settings.appsFile else {
      throw .missing(
        .apps, remedy: #"name a JSON file such as [{"bundleId": "com.example.game"}]"#)
    }
    let entries = try AppsFile.entries(file)
    apps = entries.map(\.app)
    var serverAPIs: [BundleID: ServerAPIClient] = [:]
    var offerSigners: [BundleID: OfferSigner] = [:]
    var secrets: [BundleID: SharedSecret] = [:]
    for entry in entries {
      serverAPIs[entry.app.bundleID] = try entry.serverAPI?.client(for: entry.app.bundleID)
      offerSigners[entry.app.bundleID] = try entry.serverAPI?.offerSigner(
        for: entry.app.bundleID)
      secrets[entry.app.bundleID] = try entry.sharedSecret
    }
    self.serverAPIs = serverAPIs
    self.offerSigners = offerSigners
    self.secrets = secrets
    var receiptClients: [BundleID: VerifyReceiptClient] = [:]
    for entry in entries where entry.serverAPI == nil {
      guard let secret = secrets[entry.app.bundleID] else { continue }
      receiptClients[entry.app.bundleID] = VerifyReceiptClient(
        hosts: entry.verifyReceiptHosts, secret: secret, in: .present)
    }
    self.receiptClients = receiptClients
    var further: [RootCertificate] = []
    for entry in settings.trustRoots { further.append(try Self.root(entry)) }
    roots = [.appleG3] + further
    var ofXcode: [RootCertificate] = []
    for entry in entries { if let root = try entry.xcodeRoot { ofXcode.append(root) } }
    receiptRoots = [.appleRSA] + further + ofXcode
    revocation =
      settings.asksIssuers || !settings.refusedSerials.isEmpty
      ? RevocationCheck(
        refusing: settings.refusedSerials, asksIssuers: settings.asksIssuers) : nil
  }

  /// The trusted roots of JWS and of receipts.
  package var everyRoot: [RootCertificate] { roots + receiptRoots.filter { !roots.contains($0) } }

  private static func root(_ entry: TrustRootEntry) throws(SettingsError) -> RootCertificate {
    guard let contents = FileManager.default.contents(atPath: entry.path) else {
      throw .unreadableFile(.trustRoots, path: entry.path)
    }
    do {
      return try RootCertificate(fileContents: Array(contents), for: entry.vouched)
    } catch {
      throw .malformedFile(path: entry.path, line: nil, reason: error.description)
    }
  }
}
