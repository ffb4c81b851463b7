package import Ledger
package import Postgres

/// The grants that wait because a wallet has no room for them.
package struct FullWallets: Sendable {
  /// A grant that waits.
  package struct Row: Hashable, Sendable {
    package let bundleID: BundleID
    package let environment: StoreEnvironment
    package let transactionID: TransactionID
    package let coin: Coin
  }

  private let pool: Pool
  private let lanes: [Int16]

  package init(_ pool: Pool, lanes: [Int16]) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the grants, in the order of their transactions.
  package func all() async throws -> [Row] {
    try await pool.withConnection { [lanes] connection in
      try await connection.query(.fullWalletsRead, lanes)
    }.decode(Row.self)
  }
}

extension FullWallets.Row: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    bundleID = try columns.next()
    environment = try columns.next()
    transactionID = try columns.next()
    coin = try columns.next()
  }
}
