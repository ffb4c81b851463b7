import EventStore
import Foundation
import Postgres

/// The migration of the schema of a database, by the command that may also create the ledger.
package struct MigrationRun {
  /// The result: the number of migrations applied, and the lanes of the ledger.
  package struct Result {
    package let applied: Int
    package let lanes: Int16
  }

  /// The number of lanes of a new ledger unless another is named.
  package static let lanesDefault = Installation.laneCountDefault

  private let settings: Settings

  package init(_ settings: Settings) {
    self.settings = settings
  }

  /// Brings the schema forward, and creates the ledger if it is new.
  ///
  /// - Parameter lanes: the lanes of a new ledger; nil for the default. Throws if the ledger has
  ///   another number already.
  package func run(lanes: Int16?) async throws -> Result {
    if let home = EmbeddedHome(settings) {
      if let problem = home.problem(creating: true) { throw problem }
      try home.createKeys()
    }
    return try await Database.with(settings, for: .migrating) { database in
      let pending = try await Database.migrator.pending(database.owner)
      do {
        try await database.migrate(lanes: lanes ?? Self.lanesDefault)
      } catch PostgresError.server(let error) where error.sqlState == .insufficientPrivilege {
        throw Failure(
          pending.isEmpty
            ? "the application's role or some of its rights are missing, and the login of DATABASE_URL "
              + "may not make them: run `daicho migrate` with the login that owns the database and may "
              + "create roles"
            : "the login of DATABASE_URL may not change the schema, and \(pending.count) migrations are "
              + "pending: run `daicho migrate` with the login that owns the database")
      }
      try await Installation.extendPartitions(database.owner)
      if let keyring = try keyring() {
        try await MasterKeyRegister(database.pool).admit(keyring)
      }
      let created = try await Installation.read(database.pool).laneCount
      guard lanes ?? created == created else {
        throw Failure("the ledger was created with \(created) lanes; their number is fixed")
      }
      return Result(applied: pending.count, lanes: created)
    }
  }

  /// Returns the keyring; nil while there is no file of master keys.
  private func keyring() throws -> Keyring? {
    guard let path = KeyringFile.path(settings), FileManager.default.fileExists(atPath: path)
    else { return nil }
    return try KeyringFile(settings).keyring
  }
}
