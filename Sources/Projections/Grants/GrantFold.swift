import EventStore
import Foundation
import Ledger
import Postgres

/// Keeps the grants of every chain as games see them, and the purchases whose coins wait for a catalogue.
///
/// A refund counts as soon as it is known, whatever its date: nothing here is of a moment.
struct GrantFold: StreamFold {
  let name = ProjectionName.grants

  func concerns(_ event: LedgerEvent) -> Bool {
    event.chainOfFact != nil || event.chainOfDecision != nil
  }

  func write(
    _ histories: [StreamHistory], in lane: Int16, commons: [RecordedEvent], isAnew: Bool,
    on connection: isolated Connection
  ) throws {
    let rows = histories.map { history in
      GrantRows(history.stream, of: history.all, Commons(commons + history.new))
    }
    try GrantTables(lane: lane).write(rows, on: connection)
  }

  /// A catalogue changes no grant that was made; it settles what waited for it. An opening says what
  /// waits at all.
  func streams(
    touchedBy common: RecordedEvent, lane: Int16, after stream: UUID, limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID] {
    let call: Call
    if case .cataloguePublished(let published) = common.event {
      call = Call(
        ProjectionStatements.unpricedStreams, lane, published.bundleID.rawValue,
        published.catalogue.products.map(\.productID.rawValue), stream, Int64(limit))
    } else if case .openingDeclared(let opening) = common.event {
      call = Call(
        ProjectionStatements.unpricedOfApp, lane, opening.bundleID.rawValue,
        opening.environment.rawValue, stream, Int64(limit))
    } else {
      return []
    }
    return try connection.query([call])[0].map { try $0.get(0) }
  }
}
