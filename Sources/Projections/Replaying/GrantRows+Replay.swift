import EventStore
import Foundation
import Ledger
import Postgres

extension GrantRows {
  /// Compares the stored rows of a range of streams with a replay of their events.
  static func compare(
    _ histories: [ChainEvents], _ shared: [RecordedEvent],
    _ range: (lane: Int16, after: UUID, upTo: UUID), on connection: isolated Connection
  ) throws {
    let common = SharedState(shared)
    let expected = histories.map { GrantRows($0, common) }
      .filter { !$0.isEmpty }
    let found = try GrantTables(lane: range.lane).read(
      after: range.after, upTo: range.upTo, on: connection)
    try RowComparison.compare(byStream(expected), byStream(found)) { stream, finding in
      RowComparison.broken("coin_grant or unpriced_transaction", stream, finding)
    }
  }

  private static func byStream(_ rows: [GrantRows]) -> [UUID: GrantRows] {
    Dictionary(uniqueKeysWithValues: rows.map { ($0.stream, $0) })
  }
}
