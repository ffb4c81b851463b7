import EventStore
import Foundation
import Ledger
import Postgres

/// The tables of the grants projection, for one lane.
struct GrantTables {
  let lane: Int16

  /// Replaces the rows of chains. A purchase that no longer waits is removed; a grant is never
  /// removed.
  func write(_ rows: [GrantRows], on connection: isolated Connection) throws {
    guard !rows.isEmpty else { return }
    try write(rows.flatMap { row in row.grants.values.map { (row.stream, $0) } }, on: connection)
    try connection.post(.unpricedForget, lane, rows.map(\.stream))
    try write(
      rows.flatMap { row in row.unpriced.map { (row.stream, $0.key, $0.value) } }, on: connection)
  }

  private func write(
    _ rows: [(stream: UUID, grant: PresentGrant)], on connection: isolated Connection
  ) throws {
    guard !rows.isEmpty else { return }
    let grants = rows.map(\.grant)
    try connection.post(
      .grantsWrite, lane, rows.map(\.stream), grants.map(\.id.key),
      grants.map(\.account?.key), grants.map(\.environment.rawValue),
      grants.map(\.bundleID.rawValue), grants.map(\.coin.rawValue), grants.map(\.amount),
      grants.map(\.productID.rawValue), grants.map(\.transactionID.rawValue),
      grants.map(\.quantity), grants.map(\.grantedAt),
      grants.map(\.made.position), grants.map(\.revokedAmount),
      grants.map { $0.acknowledgedAt }, grants.map(\.state.rawValue),
      grants.map(\.bookedAmount), grants.map(\.changedPosition),
      grants.map(\.isDeliveredElsewhere))
  }

  private func write(
    _ rows: [(stream: UUID, id: TransactionID, waiting: GrantRows.Unpriced)],
    on connection: isolated Connection
  ) throws {
    guard !rows.isEmpty else { return }
    try connection.post(
      .unpricedWrite, lane, rows.map(\.stream), rows.map(\.id.rawValue),
      rows.map(\.waiting.environment.rawValue), rows.map(\.waiting.app.rawValue),
      rows.map(\.waiting.product.rawValue), rows.map(\.waiting.isGrantedExternally))
  }

  /// Reads the stored chains of a range of streams.
  func read(
    after stream: UUID, upTo last: UUID, on connection: isolated Connection
  ) throws -> [GrantRows] {
    var chains: [UUID: GrantRows] = [:]
    for row in try connection.query(.grantsRead, lane, stream, last).decode(GrantRow.self) {
      chains[row.stream, default: GrantRows(row.stream)].keep(row.grant)
    }
    for row in try connection.query(.unpricedRead, lane, stream, last) {
      let (stream, id, environment, app, product, isGrantedExternally) = try row.decode(
        (UUID, TransactionID, StoreEnvironment, BundleID, ProductID, Bool).self)
      let unpriced = GrantRows.Unpriced(
        environment: environment, app: app, product: product,
        isGrantedExternally: isGrantedExternally)
      chains[stream, default: GrantRows(stream)].keep(unpriced, id)
    }
    return Array(chains.values)
  }
}
