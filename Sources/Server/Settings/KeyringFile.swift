package import EventStore
import Foundation

/// The file of master keys: named by the settings, or created once beside the embedded Postgres.
package struct KeyringFile {
  package let keyring: Keyring

  /// Returns the path of the file; nil if a configured database has none.
  static func path(_ settings: Settings) -> String? {
    settings.encryptionKeyFile ?? EmbeddedHome(settings)?.keyPath
  }

  /// Reads the configured file. Without one, reads the file in the home of the embedded ledger.
  ///
  /// - Parameter creating: true if the command may create a ledger, and so that file.
  package init(_ settings: Settings, creating: Bool = false) throws {
    guard let path = Self.path(settings) else {
      throw SettingsError.missing(
        .encryptionKeyFile,
        remedy:
          "name the file that `daicho keyring create` made, kept apart from the database")
    }
    if settings.encryptionKeyFile == nil, let home = EmbeddedHome(settings) {
      if let problem = home.problem(creating: creating) { throw problem }
      if creating { try home.createKeys() }
    }
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
}
