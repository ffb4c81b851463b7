import AppStore
import Foundation
import Intake

/// What the files named by the settings say: which apps are ours, and whose signatures count.
struct TrustedFiles: Sendable {
  let apps: [ConfiguredApp]
  /// Apple's root first, then those of the settings.
  let roots: [RootCertificate]

  init(_ settings: Settings) throws(SettingsError) {
    guard let file = settings.appsFile else {
      throw .missing(
        .apps, remedy: #"name a JSON file such as [{"bundleId": "com.example.game"}]"#)
    }
    apps = try AppsFile.read(file)
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
