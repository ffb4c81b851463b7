import Postgres

/// A reader of incomplete chains. Apple knows more about them, or knows it differently, than this ledger.
package struct IncompleteChainReader: Sendable {
  private let pool: Pool
  private let lanes: [Int16]

  init(_ pool: Pool, lanes: [Int16]) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the number of incomplete chains in all lanes.
  package func count() async throws -> Int {
    let rows = try await pool.withConnection { [lanes] connection in
      try await connection.query(.tenureIncompleteCount, lanes)
    }
    return Int(try rows[0].decode(Int64.self))
  }
}
