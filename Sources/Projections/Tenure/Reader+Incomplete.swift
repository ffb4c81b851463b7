import EventStore
package import Foundation
package import Ledger
import Postgres

/// A chain of which Apple knows more, or other, than we hold: what reconciliation asks Apple about.
package struct IncompleteChain: Sendable, Hashable {
  package let chain: ChainID
  /// Nil where no transaction of it is known.
  package let app: BundleID?
  package let findings: [Incompleteness]
  /// Where the next page goes on.
  package let stream: UUID
}

extension Reader {
  /// The next incomplete chains of a lane, after a stream; the first ones without it.
  package func incompleteChains(
    lane: Int16, after stream: UUID? = nil, limit: Int
  ) async throws -> [IncompleteChain] {
    try await pool.withConnection { connection in
      try await connection.query(
        ProjectionStatements.tenureIncomplete, lane, stream ?? .lowest, Int64(limit))
    }.map { try IncompleteChain($0) }
  }

  /// How many there are in all lanes.
  package func incompleteCount() async throws -> Int {
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(ProjectionStatements.tenureIncompleteCount, log.lanes)
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
