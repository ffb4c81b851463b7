import EventStore
import Foundation
import Ledger
import Postgres

/// Keeps the periods that days of paid service are counted by, and what the audit finds in each chain.
///
/// What is counted at a moment, and over all chains of a customer, is asked of the rows: nothing here is
/// of a moment.
struct TenureFold: StreamFold {
  let name = ProjectionName.tenure

  func concerns(_ event: LedgerEvent) -> Bool { event.chainOfFact != nil }

  func write(
    _ histories: [StreamHistory], in lane: Int16, commons: [RecordedEvent], isAnew: Bool,
    on connection: isolated Connection
  ) throws {
    let rows = histories.compactMap { history in
      TenureRows(history.stream, of: history.all, Commons(commons + history.new))
    }
    try TenureTables(lane: lane).write(rows, on: connection)
  }

  /// Apple's programmes change no day; terms change what the audit takes for a gap.
  func streams(
    touchedBy common: RecordedEvent, lane: Int16, after stream: UUID, limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID] {
    guard case .termsPublished(let terms) = common.event else { return [] }
    return try connection.query(
      ProjectionStatements.tenureStreams, lane, terms.environment.rawValue, stream, Int64(limit)
    ).map { try $0.get(0) }
  }
}
