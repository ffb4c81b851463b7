package import EventStore
import Foundation
import Postgres

/// The file of master keys: named by the settings, or created once beside the embedded Postgres.
package struct KeyringFile {
  private static let name = "encryption.keys"

  package let keyring: Keyring

  /// Returns the path of the file; nil if a configured database has none.
  static func path(_ settings: Settings) -> String? {
    if let path = settings.encryptionKeyFile { return path }
    guard settings.databaseURL == nil else { return nil }
    return URL(filePath: settings.home).appending(path: name).path
  }

  /// Reads the configured file. Without one, reads the file under `home`, which is created if it
  /// does not exist.
  package init(_ settings: Settings) throws {
    guard let path = Self.path(settings) else {
      throw SettingsError.missing(
        .encryptionKeyFile,
        remedy:
          "name a file with a line `id:base64 of 32 random bytes`, kept apart from the database")
    }
    if settings.encryptionKeyFile == nil { try Self.makeOnce(URL(filePath: path)) }
    keyring = try Self.read(path)
  }

  private static func read(_ path: String) throws(SettingsError) -> Keyring {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw .unreadableFile(.encryptionKeyFile, path: path)
    }
    do {
      return try Keyring(String(decoding: contents, as: UTF8.self))
    } catch {
      throw .malformedFile(path: path, line: nil, reason: error.description)
    }
  }

  /// Creates the file completely or not at all. Only the first of several processes creates it,
  /// since linking never overwrites a finished file.
  private static func makeOnce(_ file: URL) throws {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: file.path) else { return }
    let folder = file.deletingLastPathComponent()
    do {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw EmbeddedPostgresError.unwritable(path: folder.path)
    }
    let draft = folder.appending(path: ".\(name)-\(UUID().uuidString)")
    let made = manager.createFile(
      atPath: draft.path, contents: Data(Keyring.generate().utf8),
      attributes: [.posixPermissions: 0o600])
    defer { try? manager.removeItem(at: draft) }  // a leftover draft is harmless
    guard made else { throw EmbeddedPostgresError.unwritable(path: folder.path) }
    guard link(draft.path, file.path) == 0 || errno == EEXIST else {
      throw EmbeddedPostgresError.unwritable(path: folder.path)
    }
  }
}
