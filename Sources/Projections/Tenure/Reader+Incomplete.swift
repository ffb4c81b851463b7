import EventStore
package import Foundation
package import Ledger
import Postgres

/// A chain that Apple knows more about, or knows differently, than this ledger. Reconciliation asks
/// Apple about it.
package struct IncompleteChain: Sendable, Hashable {
  package let chain: ChainID
  /// The app of the chain; nil if no transaction of the chain is known.
  package let app: BundleID?
  package let findings: [Incompleteness]
  /// The stream after which the next page begins.
  package let stream: UUID
}

extension Reader {
  /// Returns the next incomplete chains of a lane after a stream, or the first ones without a
  /// stream.
  package func incompleteChains(
    lane: Int16, after stream: UUID? = nil, limit: Int
  ) async throws -> [IncompleteChain] {
    try await pool.withConnection { connection in
      try await connection.query(.tenureIncomplete, lane, stream ?? .lowest, Int64(limit))
    }.map { try IncompleteChain($0) }
  }

  /// Returns the number of incomplete chains in all lanes.
  package func incompleteCount() async throws -> Int {
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(.tenureIncompleteCount, log.lanes)
    }
    return Int(try rows[0].get(0, as: Int64.self))
  }
}

extension IncompleteChain {
  fileprivate init(_ row: Row) throws {
    guard let environment = StoreEnvironment(rawValue: try row.get(1)) else {
      throw PostgresError.decoding(column: 1, reason: "there is no such environment")
    }
    stream = try row.get(0)
    chain = ChainID(environment, OriginalTransactionID(rawValue: try row.get(2)))
    app = try row.optional(3, as: String.self).map(BundleID.init(rawValue:))
    findings = try StateText.decode([Incompleteness].self, try row.get(4))
  }
}
