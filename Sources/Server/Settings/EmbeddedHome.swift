import EventStore
package import Foundation
import Postgres

/// The home of an embedded ledger: the folder of its database and its master keys.
package struct EmbeddedHome: Sendable {
  private static let keyFileName = "encryption.keys"

  private let folder: URL
  /// The file of master keys that is created here; nil if the settings name another.
  private let keyFile: URL?

  /// Returns nil if `DATABASE_URL` names the database.
  package init?(_ settings: Settings) {
    guard settings.databaseURL == nil else { return nil }
    folder = URL(filePath: settings.home).standardizedFileURL
    keyFile =
      settings.encryptionKeyFile == nil ? folder.appending(path: Self.keyFileName) : nil
  }

  /// The problem that keeps a command from the ledger; nil if there is none. Nothing is created.
  ///
  /// - Parameter creating: true if the command may create the ledger.
  package func problem(creating: Bool = false) -> Problem? {
    guard let data = EmbeddedPostgres.data(of: folder) else {
      return creating ? nil : .noLedger(home: folder.path)
    }
    guard let keyFile, !FileManager.default.fileExists(atPath: keyFile.path) else { return nil }
    return .noKeys(file: keyFile.path, data: data.path)
  }

  /// The folder outside the home in which an earlier version left the data; nil if they lie in the
  /// home.
  package var formerData: URL? {
    EmbeddedPostgres.data(of: folder).flatMap {
      $0.deletingLastPathComponent().path == folder.path ? nil : $0
    }
  }

  /// The steps that bring the data from a former place home.
  package var moveHome: String {
    "stop every daicho of this ledger, then move that folder to "
      + folder.appending(path: "postgres").path
  }

  /// Creates the file of master keys if there is none and the settings name none.
  ///
  /// Creates the file completely or not at all. Only the first of several processes creates it,
  /// since linking never overwrites a finished file.
  package func createKeys() throws {
    let manager = FileManager.default
    guard let keyFile, !manager.fileExists(atPath: keyFile.path) else { return }
    do {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw EmbeddedPostgresError.unwritable(path: folder.path)
    }
    let draft = folder.appending(path: ".\(Self.keyFileName)-\(UUID().uuidString)")
    let made = manager.createFile(
      atPath: draft.path, contents: Data(Keyring.generate().utf8),
      attributes: [.posixPermissions: 0o600])
    defer { try? manager.removeItem(at: draft) }  // a leftover draft is harmless
    guard made else { throw EmbeddedPostgresError.unwritable(path: folder.path) }
    guard link(draft.path, keyFile.path) == 0 || errno == EEXIST else {
      throw EmbeddedPostgresError.unwritable(path: folder.path)
    }
  }

  /// The path of the file of master keys; nil if the settings name another.
  var keyPath: String? { keyFile?.path }

  /// A reason for which no ledger can be opened in a home.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    /// No ledger is in the home.
    case noLedger(home: String)
    /// The home has data, but not the keys that they were sealed with.
    case noKeys(file: String, data: String)

    var found: String {
      switch self {
      case .noLedger(let home): "no ledger is in \(home)"
      case .noKeys(let file, let data): "\(file) is missing, but \(data) holds a database"
      }
    }

    var remedy: String {
      switch self {
      case .noLedger:
        "name the directory of your ledger with --home or DAICHO_HOME, or its database with "
          + "DATABASE_URL; `daicho serve` and `daicho migrate` create a ledger"
      case .noKeys(_, let data):
        "put the file back from its copy, or delete \(data) to begin a new ledger"
      }
    }

    package var description: String { "\(found): \(remedy)" }
  }
}
