package import Foundation
package import Ledger
package import Postgres

/// A chain that Apple knows more about, or knows differently, than this ledger. Reconciliation asks
/// Apple about it.
package struct IncompleteChain: Sendable, Hashable {
  package let chain: ChainID
  package let findings: [Incompleteness]
  /// The stream after which the next page begins.
  package let stream: UUID
}

/// A reader of incomplete chains.
package struct IncompleteChainReader: Sendable {
  private let pool: Pool
  private let lanes: [Int16]

  init(_ pool: Pool, lanes: [Int16]) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the next incomplete chains of a lane after a stream, or the first ones without a
  /// stream.
  package func page(
    lane: Int16, after stream: UUID? = nil, limit: Int
  ) async throws -> [IncompleteChain] {
    try await pool.withConnection { connection in
      try await connection.query(.tenureIncomplete, lane, stream ?? .lowest, Int64(limit))
    }.decode()
  }

  /// Returns the number of incomplete chains in all lanes.
  package func count() async throws -> Int {
    let rows = try await pool.withConnection { [lanes] connection in
      try await connection.query(.tenureIncompleteCount, lanes)
    }
    return Int(try rows[0].decode(Int64.self))
  }
}

extension IncompleteChain: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    stream = try columns.next()
    chain = ChainID(try columns.next(), try columns.next(), try columns.next())
    findings = try StateText.decode([Incompleteness].self, try columns.next())
  }
}
