import EventStore
import Foundation
import Ledger
import Postgres

/// A fold of the grants of every chain as games see them, and of the purchases whose coins wait for
/// a catalog.
///
/// A refund counts as soon as it is known, whatever its date, so that the rows depend on no moment.
struct GrantFold: ChainFold {
  let name = ProjectionName.grants
  static let tables = ["coin_grant", "unpriced_transaction"]

  func concerns(_ event: LedgerEvent) -> Bool {
    event.ofChain?.chainOfFact != nil || event.ofChain?.chainOfDecision != nil
  }

  func write(
    _ histories: [ChainEvents], in lane: Int16, shared: [RecordedEvent], isRebuild: Bool,
    on connection: isolated Connection
  ) throws {
    let state = SharedState(shared)
    let rows = histories.map { history in
      GrantRows(history, state.applying(history))
    }
    try GrantTables(lane: lane).write(rows, on: connection)
  }

  /// Returns the streams with waiting purchases that a catalog or a cut-over date may change. A
  /// catalog changes no existing grant.
  func streams(
    touchedBy common: RecordedEvent, lane: Int16, after stream: UUID, limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID] {
    let call: Call
    if case .shared(.catalogPublished(let published)) = common.event {
      call = Call(
        .unpricedStreams, lane, published.bundleID.rawValue,
        published.catalog.products.map(\.productID.rawValue), stream, Int64(limit))
    } else if case .shared(.cutOverDeclared(let cutOver)) = common.event {
      call = Call(
        .unpricedOfApp, lane, cutOver.bundleID.rawValue,
        cutOver.environment.rawValue, stream, Int64(limit))
    } else {
      return []
    }
    return try connection.query([call])[0].decode()
  }
}
