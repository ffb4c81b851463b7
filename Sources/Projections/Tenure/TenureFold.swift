import EventStore
import Foundation
import Ledger
import Postgres

/// A fold of the periods from which days of paid service are counted, and of the audit findings in
/// each chain.
///
/// The rows depend on no moment. A count at a moment, over all chains of a customer, is made from
/// the rows.
struct TenureFold: ChainFold {
  let name = ProjectionName.tenure
  static let tables = ["tenure_chain", "service_period"]

  func concerns(_ event: LedgerEvent) -> Bool { event.ofChain?.chainOfFact != nil }

  /// Returns true if an event of lane 0 may change the rows of a chain.
  static func mayTouch(_ event: LedgerEvent) -> Bool {
    switch event {
    case .shared(.catalogPublished), .shared(.termsPublished): true
    default: false
    }
  }

  func write(
    _ histories: [ChainEvents], in lane: Int16, shared: [RecordedEvent], isRebuild: Bool,
    on connection: isolated Connection
  ) throws {
    let state = SharedState(shared)
    let rows = histories.compactMap { history in
      TenureRows(history, state.applying(history))
    }
    try TenureTables(lane: lane).write(rows, of: histories.map(\.stream), on: connection)
  }

  /// Returns the streams that terms may change, which decide which gaps the audit finds, and those
  /// that ask a catalog for a product. Apple's programs change no day.
  func streams(
    touchedBy common: RecordedEvent, lane: Int16, after stream: UUID, limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID] {
    if case .shared(.catalogPublished(let published)) = common.event {
      return try connection.query(
        .tenureToLookUp, lane, published.bundleID.rawValue,
        published.catalog.products.map(\.productID.rawValue), stream, Int64(limit)
      ).decode()
    }
    guard case .shared(.termsPublished(let terms)) = common.event else { return [] }
    return try connection.query(
      .tenureStreams, lane, terms.environment.rawValue, stream, Int64(limit)
    ).decode()
  }
}
