import EventStore
import Foundation
import Ledger
import Postgres

/// A comparison of the stored rows of a range of streams with a replay of their events.
struct RangeComparison {
  let lane: Int16
  let after: UUID
  let upTo: UUID

  /// Compares the rows of a projection. Returns the differences.
  func compare(
    _ projection: ProjectionName, _ events: [StreamedEvent], _ shared: [RecordedEvent],
    on connection: isolated Connection
  ) throws -> [BrokenPromise] {
    let histories = ChainEvents.histories(of: events)
    switch projection {
    case .chains: return try chains(events, on: connection)
    case .tenure: return try tenure(histories, shared, on: connection)
    case .commission: return try commission(histories, shared, on: connection)
    case .grants: return try grants(histories, shared, on: connection)
    }
  }

  private func chains(
    _ events: [StreamedEvent], on connection: isolated Connection
  ) throws -> [BrokenPromise] {
    var expected = ProjectedRows()
    for event in events.compactMap(\.event) { expected.apply(event) }
    let found = try ProjectedRows(lane: lane, after: after, upTo: upTo, on: connection)
    return expected.compare(with: found)
  }

  /// Compares the stored rows of the tenure projection.
  private func tenure(
    _ histories: [ChainEvents], _ shared: [RecordedEvent], on connection: isolated Connection
  ) throws -> [BrokenPromise] {
    let common = SharedState(shared)
    let expected = histories.compactMap { TenureRows($0, common) }
    let tables = "tenure_chain or service_period"
    let (read, unreadable) = try reading(tables) {
      try TenureTables(lane: lane).read(after: after, upTo: upTo, on: connection)
    }
    guard let found = read else { return unreadable }
    return RowComparison.compare(
      Dictionary(uniqueKeysWithValues: expected.map { ($0.stream, $0) }),
      Dictionary(uniqueKeysWithValues: found.map { ($0.stream, $0) })
    ) { stream, finding in
      RowComparison.broken("tenure_chain or service_period", stream, finding)
    }
  }

  /// Compares the stored rows of the commission projection.
  private func commission(
    _ histories: [ChainEvents], _ shared: [RecordedEvent], on connection: isolated Connection
  ) throws -> [BrokenPromise] {
    let expected = histories.compactMap { CommissionRows(rebuilding: $0, shared: shared) }
    let tables =
      "commission_line, journal_entry, commission_customer, commission_product or purchase_without_price"
    let (read, unreadable) = try reading(tables) {
      try CommissionTables(lane: lane).read(after: after, upTo: upTo, on: connection)
    }
    guard let found = read else { return unreadable }
    let lines = Dictionary(grouping: found.lines, by: \.stream)
    var findings = RowComparison.compare(
      Dictionary(
        uniqueKeysWithValues: expected.filter { !$0.lines.isEmpty }.map { ($0.stream, $0.lines) }),
      lines
    ) { stream, finding in RowComparison.broken("commission_line", stream, finding) }
    findings += RowComparison.compare(
      Dictionary(grouping: expected.flatMap(\.entries), by: \.stream),
      Dictionary(grouping: found.entries, by: \.stream)
    ) { stream, finding in RowComparison.broken("journal_entry", stream, finding) }
    findings += RowComparison.compare(
      Dictionary(grouping: expected.flatMap(\.customers), by: \.stream).mapValues(Set.init),
      Dictionary(grouping: found.customers, by: \.stream).mapValues(Set.init)
    ) { stream, finding in RowComparison.broken("commission_customer", stream, finding) }
    findings += RowComparison.compare(
      Dictionary(grouping: expected.flatMap(\.products), by: \.stream).mapValues(Set.init),
      Dictionary(grouping: found.products, by: \.stream).mapValues(Set.init)
    ) { stream, finding in RowComparison.broken("commission_product", stream, finding) }
    findings += RowComparison.compare(
      Dictionary(grouping: expected.flatMap(\.withoutPrice), by: \.stream).mapValues(Set.init),
      Dictionary(grouping: found.withoutPrice, by: \.stream).mapValues(Set.init)
    ) { stream, finding in RowComparison.broken("purchase_without_price", stream, finding) }
    return findings
  }

  /// Compares the stored rows of the grants projection.
  private func grants(
    _ histories: [ChainEvents], _ shared: [RecordedEvent], on connection: isolated Connection
  ) throws -> [BrokenPromise] {
    let common = SharedState(shared)
    let expected = histories.map { GrantRows($0, common) }
      .filter { !$0.isEmpty }
    let (read, unreadable) = try reading("coin_grant or unpriced_transaction") {
      try GrantTables(lane: lane).read(after: after, upTo: upTo, on: connection)
    }
    guard let found = read else { return unreadable }
    return RowComparison.compare(byStream(expected), byStream(found)) { stream, finding in
      RowComparison.broken("coin_grant or unpriced_transaction", stream, finding)
    }
  }

  /// Reads stored rows. A column that cannot be read is a finding of its own, and the range has no others then.
  private func reading<Stored>(
    _ tables: String, _ read: () throws -> Stored
  ) throws -> (stored: Stored?, findings: [BrokenPromise]) {
    do { return (try read(), []) } catch PostgresError.decoding(let column, let name, let reason) {
      let place = name ?? "\(column + 1) of its query"
      return (nil, [unreadable(tables, "column \(place): \(reason)")])
    } catch let error as DecodingError {
      return (nil, [unreadable(tables, "a column of JSON: \(error.summary)")])
    }
  }

  private func unreadable(_ tables: String, _ reason: String) -> BrokenPromise {
    BrokenPromise(
      .row(table: tables, stream: "after \(after) up to \(upTo) in lane \(lane)".lowercased()),
      "a row cannot be read, \(reason)")
  }

  private func byStream(_ rows: [GrantRows]) -> [UUID: GrantRows] {
    Dictionary(uniqueKeysWithValues: rows.map { ($0.stream, $0) })
  }
}

extension DecodingError {
  /// The kind of the error, without the content that it met.
  fileprivate var summary: String {
    switch self {
    case .typeMismatch: "it has another type"
    case .valueNotFound: "a value is missing"
    case .keyNotFound(let key, _): "`\(key.stringValue)` is missing"
    case .dataCorrupted: "it is malformed"
    @unknown default: "it cannot be decoded"
    }
  }
}
