import EventStore
import Ledger
import Postgres

/// The products of other apps of the ledger, which Apple's files name beside those of one app.
struct ProductsElsewhere: Sendable {
  private let pool: Pool
  private let log: EventLog

  init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  func products(
    of app: BundleID, in environment: StoreEnvironment
  ) async throws -> Set<String> {
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(
        .productsElsewhere, log.lanes, environment.rawValue, app.rawValue)
    }
    return Set(try rows.decode(String.self))
  }
}
