import EventStore
import Foundation
import Ledger
import Postgres

/// A fold of the lines of commission: each line as it was learned, and a further line for each
/// correction. With them it writes the journal, whose amounts rest on the same charges and rates, and the
/// purchases that are no charge until Apple tells their price.
struct CommissionFold: ChainFold {
  let name = ProjectionName.commission
  static let tables = [
    "commission_line", "commission_customer", "commission_product", "purchase_without_price",
    "journal_entry",
  ]

  func concerns(_ event: LedgerEvent) -> Bool {
    // A chain that replaced another one is counted together with it.
    if case .chain(.chainReplaced) = event { return true }
    return event.ofChain?.chainOfFact != nil
  }

  func write(
    _ histories: [ChainEvents], in lane: Int16, shared: [RecordedEvent], isRebuild: Bool,
    on connection: isolated Connection
  ) throws {
    let tables = CommissionTables(lane: lane)
    let streams = histories.map(\.stream)
    guard !isRebuild else {
      try tables.forget(streams, on: connection)
      let rows = histories.compactMap { CommissionRows(rebuilding: $0, shared: shared) }
      return try tables.write(rows, of: streams, on: connection)
    }
    let booked = Dictionary(
      grouping: try JournalTable(lane: lane).current(streams, on: connection), by: \.stream)
    let current = Dictionary(
      grouping: try tables.current(streams, on: connection), by: \.stream)
    let rows = histories.compactMap { history in
      CommissionRows(
        history, current: current[history.stream]?.map(\.line) ?? [],
        booked: booked[history.stream]?.map(\.entry) ?? [], shared: shared)
    }
    try tables.write(rows, of: streams, on: connection)
  }

  /// Returns the streams whose charges a program, terms, taxes, prices of an app or a catalog may change. A
  /// program concerns all charges from its first moment on, because its end may be recorded later; a catalog
  /// concerns those of its products about which Apple left something out.
  func streams(
    touchedBy common: RecordedEvent, lane: Int16, after stream: UUID, limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID] {
    guard case .shared(let event) = common.event else { return [] }
    if case .taxesPublished(let published) = event {
      return try connection.query(
        .commissionStreamsOfApp, lane, published.bundleID.rawValue, stream, Int64(limit)
      ).decode()
    }
    guard let rerating = Rerating(event) else { return [] }
    if let listing = rerating.listing {
      return try connection.query(
        .commissionProductsStreams, lane, listing.bundleID.rawValue,
        listing.products.map(\.rawValue), stream, Int64(limit)
      ).decode()
    }
    return try connection.query(
      .commissionStreams, lane, rerating.environment?.rawValue, rerating.from,
      stream,
      Int64(limit)
    ).decode()
  }
}
