import Foundation
package import Intake
package import Ledger

/// The file of `DAICHO_APPS`, which lists the apps of this installation.
package enum AppsFile {
  package static func read(_ path: String) throws(SettingsError) -> [ConfiguredApp] {
    try entries(path).map(\.app)
  }

  package static func parse(
    _ contents: [UInt8], path: String
  ) throws(SettingsError) -> [ConfiguredApp] {
    try entries(in: contents, path: path).map(\.app)
  }

  /// Returns the apps with their access to Apple's Server API.
  static func entries(_ path: String) throws(SettingsError) -> [AppEntry] {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw .unreadableFile(.apps, path: path)
    }
    return try entries(in: Array(contents), path: path)
  }

  private static func entries(
    in contents: [UInt8], path: String
  ) throws(SettingsError) -> [AppEntry] {
    let entries: [AppEntry] = try SettingsJSON.decode(contents, of: path)
    guard !entries.isEmpty else {
      throw .malformedFile(path: path, line: nil, reason: "must name at least one app")
    }
    guard Set(entries.map(\.app.bundleID)).count == entries.count else {
      throw .malformedFile(path: path, line: nil, reason: "names a `bundleId` twice")
    }
    return entries
  }
}

extension [ConfiguredApp] {
  /// Apple's numbers of the apps, as far as they are known.
  package var appleIDs: [BundleID: Int64] {
    reduce(into: [:]) { numbers, app in numbers[app.bundleID] = app.appAppleID }
  }

  /// Returns the app that a command is about: the named one, or the only one configured.
  package func named(_ name: String?) throws -> BundleID {
    guard let name else {
      guard count == 1, let only = first else {
        throw WrongUsage("name the app by --app, or configure just one in DAICHO_APPS")
      }
      return only.bundleID
    }
    guard let named = first(where: { $0.bundleID.rawValue == name }) else {
      throw WrongUsage("--app names no app configured in DAICHO_APPS")
    }
    return named.bundleID
  }
}
