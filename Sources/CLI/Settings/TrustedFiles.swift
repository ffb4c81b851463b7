import AppStore
import Foundation
import Intake
import Ledger

/// What the files named by the settings say: which apps are ours, how Apple is asked about them, and
/// whose signatures count.
struct TrustedFiles: Sendable {
  let apps: [ConfiguredApp]
  /// One for each app that has a key; it holds the key.
  let serverAPIs: [BundleID: ServerAPIClient]
  /// Apple's root first, then those of the settings.
  let roots: [RootCertificate]

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
    for path in settings.trustRootFiles { roots.append(try Self.root(path)) }
    self.roots = roots
  }

  private static func root(_ path: String) throws(SettingsError) -> RootCertificate {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw .unreadableFile(.trustRoots, path: path)
    }
    do {
      return try RootCertificate(fileContents: Array(contents))
    } catch {
      throw .malformedFile(path: path, line: nil, reason: error.description)
    }
  }
}
