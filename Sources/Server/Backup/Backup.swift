import EventStore
import Foundation
package import Ledger
import Postgres
import Schema

/// A backup of a ledger in a folder of its own: what a restore needs, and never a master key.
package struct Backup {
  package let manifest: BackupManifest
  private let folder: URL

  /// Writes a backup. The folder must be new or empty; it is removed again if the backup fails.
  ///
  /// - Parameter signature: the person who makes it, of whom the ledger is told.
  package init(
    _ settings: Settings, to path: String, signed signature: ActSignature
  ) async throws {
    let folder = URL(filePath: path).standardizedFileURL
    guard let program = DumpProgram.find() else {
      throw Failure("pg_dump is not installed: install the client programs of PostgreSQL")
    }
    try Self.create(folder)
    do {
      manifest = try await Database.withLog(settings) { log, database in
        let begun = Composition.now()
        let manifest = try await Self.write(log, database, by: program, to: folder)
        try await KnownBackup.tell(
          log, madeAt: begun, values: ["events": "\(manifest.events)"], signed: signature,
          at: Composition.now())
        return manifest
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)  // without a manifest it is no backup anyway
      throw error
    }
    self.folder = folder
  }

  package var lines: [String] {
    [
      "Backed up \(manifest.events.counting("event")) to \(folder.path), with the dump, the heads and the manifest.",
      "The master keys are not in it: keep a copy of DAICHO_ENCRYPTION_KEY_FILE in another place.",
    ]
  }

  private static func create(_ folder: URL) throws {
    let manager = FileManager.default
    // Nil if there is no folder yet.
    let present = try? manager.contentsOfDirectory(atPath: folder.path)
    guard present?.isEmpty ?? true else {
      throw WrongUsage("\(folder.path) is not empty: name a new folder for each backup")
    }
    do {
      try manager.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    } catch {
      throw Failure("\(folder.path) could not be created: name a folder where you may write")
    }
  }

  /// The heads are taken before the dump, so the dump has every event that they cover.
  private static func write(
    _ log: EventLog, _ database: Database, by program: DumpProgram, to folder: URL
  ) async throws -> BackupManifest {
    let heads = try await PublishedHead.current(log)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    try encoder.encode(heads).write(to: folder.appending(path: "heads.json"))
    do {
      try await program.dump(
        database.connection, to: folder.appending(path: "ledger.dump"))
    } catch let error as DumpError {
      throw Failure(
        "\(error) (the login of DATABASE_URL must be the database's owner, or a member of "
          + "pg_read_all_data)")
    }
    let manifest = BackupManifest(
      madeAt: Composition.now().description,
      postgres: try await Inspection(database.pool).server().versionText,
      schema: Schema.migrations.map(\.version).max() ?? 0,
      epoch: heads.epoch.uuidString.lowercased(), lanes: Int(log.installation.laneCount),
      events: heads.lanes.reduce(0) { $0 + $1.position },
      masterKeys: try await MasterKeyRegister(database.pool).all(),
      files: try ["heads.json", "ledger.dump"].map {
        try BackupFile(folder.appending(path: $0))
      })
    // Written last: a folder without a manifest is no backup.
    try encoder.encode(manifest).write(to: folder.appending(path: "manifest.json"))
    return manifest
  }
}
