import AppStore
import Foundation
import Intake
import Ledger

/// The contents of the files named by the settings: the apps, their Server API clients, and the
/// trusted root certificates with their check.
struct TrustedFiles: Sendable {
  let apps: [ConfiguredApp]
  /// A client for each app that has a key. The client holds the key.
  let serverAPIs: [BundleID: ServerAPIClient]
  /// The trusted roots: Apple's first, then those of the settings.
  let roots: [RootCertificate]
  /// The check of certificates; nil if none is asked about or refused.
  let revocation: RevocationCheck?

  init(_ settings: Settings) throws(SettingsError) {
    guard let file = settings.appsFile else {
      throw .missing(
        .apps, remedy: #"name a JSON file such as [{"bundleId": "com.example.game"}]"#)
    }
    let entries = try AppsFile.entries(file)
    apps = entries.map(\.app)
    var serverAPIs: [BundleID: ServerAPIClient] = [:]
    for entry in entries {
      serverAPIs[entry.app.bundleID] = try entry.serverAPI?.client(for: entry.app.bundleID)
    }
    self.serverAPIs = serverAPIs
    var roots = [RootCertificate.appleG3]
    for entry in settings.trustRoots { roots.append(try Self.root(entry)) }
    self.roots = roots
    revocation =
      settings.asksIssuers || !settings.refusedSerials.isEmpty
      ? RevocationCheck(
        refusing: settings.refusedSerials, asksIssuers: settings.asksIssuers) : nil
  }

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
