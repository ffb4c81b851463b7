import EventStore
import Foundation
import Ledger
import Postgres

extension TenureRows {
  /// Compares the stored rows of a range of streams with a replay of their events.
  static func compare(
    _ histories: [ChainEvents], _ shared: [RecordedEvent],
    _ range: (lane: Int16, after: UUID, upTo: UUID), on connection: isolated Connection
  ) throws {
    let common = SharedState(shared)
    let expected = histories.compactMap { TenureRows($0, common) }
    let found = try TenureTables(lane: range.lane).read(
      after: range.after, upTo: range.upTo, on: connection)
    try RowComparison.compare(
      Dictionary(uniqueKeysWithValues: expected.map { ($0.stream, $0) }),
      Dictionary(uniqueKeysWithValues: found.map { ($0.stream, $0) })
    ) { stream, finding in
      RowComparison.broken("tenure_chain or service_period", stream, finding)
    }
  }
}

extension CommissionRows {
  /// Compares the stored rows of a range of streams with a replay of their events.
  static func compare(
    _ histories: [ChainEvents], _ shared: [RecordedEvent],
    _ range: (lane: Int16, after: UUID, upTo: UUID), on connection: isolated Connection
  ) throws {
    let expected = histories.compactMap { CommissionRows(rebuilding: $0, shared: shared) }
    let found = try CommissionTables(lane: range.lane).read(
      after: range.after, upTo: range.upTo, on: connection)
    let lines = Dictionary(grouping: found.lines, by: \.stream)
    try RowComparison.compare(
      Dictionary(
        uniqueKeysWithValues: expected.filter { !$0.lines.isEmpty }.map { ($0.stream, $0.lines) }),
      lines
    ) { stream, finding in RowComparison.broken("commission_line", stream, finding) }
    try RowComparison.compare(
      Dictionary(grouping: expected.flatMap(\.customers), by: \.stream).mapValues(Set.init),
      Dictionary(grouping: found.customers, by: \.stream).mapValues(Set.init)
    ) { stream, finding in RowComparison.broken("commission_customer", stream, finding) }
    try RowComparison.compare(
      Dictionary(grouping: expected.flatMap(\.products), by: \.stream).mapValues(Set.init),
      Dictionary(grouping: found.products, by: \.stream).mapValues(Set.init)
    ) { stream, finding in RowComparison.broken("commission_product", stream, finding) }
  }
}
