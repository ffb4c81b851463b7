import EventStore
import Ledger
import Postgres

/// A reader of the products that the journal has, by which the rows of Apple's files are divided among apps.
struct JournalProducts: Sendable {
  private let pool: Pool
  private let log: EventLog

  init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// Returns the products of an app.
  func own(of app: BundleID, in environment: StoreEnvironment) async throws -> Set<String> {
    try await read(.productsOfApp, app, environment)
  }

  /// Returns the products of all other apps.
  func elsewhere(
    than app: BundleID, in environment: StoreEnvironment
  ) async throws -> Set<String> {
    try await read(.productsElsewhere, app, environment)
  }

  private func read(
    _ query: Statement, _ app: BundleID, _ environment: StoreEnvironment
  ) async throws -> Set<String> {
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(query, log.lanes, environment.rawValue, app.rawValue)
    }
    return Set(try rows.decode(String.self))
  }
}
