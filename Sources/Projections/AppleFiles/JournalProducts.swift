import EventStore
import Ledger
import Postgres

/// A reader of the products that the journal has.
struct JournalProducts: Sendable {
  private let pool: Pool
  private let log: EventLog

  init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// Returns the products of each app.
  func products(in environment: StoreEnvironment) async throws -> [BundleID: Set<String>] {
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(.productsOfApps, log.lanes, environment.rawValue)
    }
    var products: [BundleID: Set<String>] = [:]
    for row in rows {
      var columns = ColumnReader(row)
      let app: BundleID = try columns.next()
      products[app, default: []].insert(try columns.next())
    }
    return products
  }
}
