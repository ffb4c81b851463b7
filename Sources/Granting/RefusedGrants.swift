import Foundation
import Intake
package import Ledger
package import Postgres

/// The grants that were refused because another chain has them, as the granter last met their chains.
package struct RefusedGrants: Sendable {
  /// A refused grant, and both chains of its transaction.
  package struct Row: Hashable, Sendable {
    package let chain: ChainID
    package let transactionID: TransactionID
    /// The chain that has the grant.
    package let grantedIn: ChainID
  }

  private let pool: Pool
  private let lanes: [Int16]

  package init(_ pool: Pool, lanes: [Int16]) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the refused grants, in the order of their transactions.
  package func all() async throws -> [Row] {
    try await pool.withConnection { [lanes] connection in
      try await connection.query(.refusedGrantsRead, lanes)
    }.decode(Row.self)
  }

  /// Records the refused grants of these streams of a lane, in place of those that were known.
  static func note(
    _ refused: [RefusedGrant], among streams: [UUID], of lane: Int16,
    on connection: isolated Connection
  ) throws {
    try connection.post(.refusedGrantsForget, lane, streams)
    guard !refused.isEmpty else { return }
    let grants = refused.map(\.grant)
    try connection.post(
      .refusedGrantsWrite, lane, grants.map(\.stream.key), grants.map(\.id.key),
      grants.map(\.chain.bundleID.rawValue), grants.map(\.chain.environment.rawValue),
      grants.map(\.chain.originalTransactionID.rawValue), grants.map(\.transactionID.rawValue),
      refused.map(\.grantedIn.originalTransactionID.rawValue))
  }
}

extension RefusedGrants.Row: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    let (app, environment): (BundleID, StoreEnvironment) = (
      try columns.next(), try columns.next()
    )
    chain = ChainID(app, environment, try columns.next())
    transactionID = try columns.next()
    grantedIn = ChainID(app, environment, try columns.next())
  }
}
