import EventProcessing
package import EventStore
import Foundation
package import Ledger
package import Postgres

/// A repair of the live projections of single chains and accounts: their events are folded again, and the rows are
/// replaced. For a few damaged rows, where a rebuild of everything would take long.
package struct ProjectionRepair: Sendable {
  /// The outcome for one stream.
  package struct Repaired: Hashable, Sendable {
    package let stream: StreamID
    /// The rows that changed: `live` is the side before, `next` the side after.
    package let rows: [RowDifference]
    /// The differences that the repair could not remove, such as a row that the application may not delete.
    package let left: [String]
  }

  private let pool: Pool
  private let log: EventLog
  private let consumer: ProjectionConsumer

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
    consumer = ProjectionConsumer(log)
  }

  /// Folds the events of a chain or an account again, up to the checkpoint of the projections, and replaces its rows.
  /// The act is recorded in the same transaction, if a row changed.
  package func repair(
    _ stream: StreamID, signed signature: ActSignature
  ) async throws -> Repaired {
    let lane = log.lane(of: stream)
    let act = ActRecorded(
      .projectionsRepair, on: stream.publicName, values: stream.publicValues, signed: signature,
      at: Instant(Date()))
    let prepared = try await log.acts.prepare(act)
    return try await pool.withTransaction { connection in
      // Held first, as the consumer does: no writer of the log waits for it under its lanes.
      let checkpoint = try CheckpointStore(of: ProjectionConsumer.name).hold(lane, on: connection)
      let before = try rows(of: stream, in: lane, on: connection)
      let events = try await fold(stream, in: lane, at: checkpoint, on: connection)
      let after = try rows(of: stream, in: lane, on: connection)
      let changed = before.keys.sorted().flatMap { table in
        RowDifference.pair(
          (before[table] ?? []).map { $0.onLiveSide(true) }
            + (after[table] ?? []).map { $0.onLiveSide(false) }, of: table
        ).filter { !$0.columns.isEmpty }
      }
      let left = try await differences(events, in: lane, at: checkpoint, on: connection)
      if !changed.isEmpty { _ = try await prepared.record(on: connection) }
      return Repaired(stream: stream, rows: changed, left: left)
    }
  }

  /// A stream's events that can be read, and those of lane 0 that the projections have applied.
  private struct Folded {
    let stream: UUID
    let events: [RecordedEvent]
    let deadLetters: [ConsumerName: Set<Int64>]
    let shared: [RecordedEvent]
  }

  private func fold(
    _ stream: StreamID, in lane: Int16, at checkpoint: Checkpoint,
    on connection: isolated Connection
  ) async throws -> Folded {
    let found = try await LenientReader(log).events(
      ofStreams: [stream.key], lane: lane, upTo: checkpoint.position, on: connection)
    let folded = Folded(
      stream: stream.key,
      events: found.compactMap { try? $0.item.get() },  // others are dead letters
      deadLetters: try DeadLetterStore(lane: lane).positions(
        of: consumer.deadLetterNames, on: connection),
      shared: try await consumer.shared(upTo: checkpoint))
    let history = ChainEvents(stream: stream.key, before: [], new: folded.events)
    if let accounts = consumer.accounts,
      folded.events.contains(where: { accounts.concerns($0.event) })
    {
      let left = folded.deadLetters[ProjectionName.chains.consumer] ?? []
      try accounts.rewrite(
        stream.key, in: lane,
        by: folded.events.filter {
          accounts.concerns($0.event) && !left.contains($0.id.position)
        }, on: connection)
      return folded
    }
    let writer = FoldWriter(lane: lane, shared: folded.shared)
    for fold in consumer.folds {
      try writer.rewrite(
        [history.leavingOut(folded.deadLetters[fold.name.consumer] ?? [])], by: fold, on: connection
      )
    }
    return folded
  }

  /// Returns the rows of a stream in each table, column by column.
  private func rows(
    of stream: StreamID, in lane: Int16, on connection: isolated Connection
  ) throws -> [String: [RowDifference.Value]] {
    var rows: [String: [RowDifference.Value]] = [:]
    for table in ProjectionConsumer.tables {
      rows[table] = try connection.query(.projectedRows, table, lane, stream.key)
        .decode((String, String, String).self)
        .map { RowDifference.Value(isLive: true, key: $0, column: $1, text: $2) }
    }
    return rows
  }

  /// Compares the rows of the stream with a replay, as `verify --projections` does.
  private func differences(
    _ folded: Folded, in lane: Int16, at checkpoint: Checkpoint, on connection: isolated Connection
  ) async throws -> [String] {
    let range = RangeComparison(lane: lane, after: folded.stream.predecessor, upTo: folded.stream)
    var found: [String] = []
    for name in ProjectionName.allCases {
      let left = folded.deadLetters[name.consumer] ?? []
      let events = folded.events.filter { !left.contains($0.id.position) }.map {
        StreamedEvent(
          place: StreamPosition(stream: folded.stream, position: $0.id.position), event: $0)
      }
      found += try range.compare(name, events, folded.shared, on: connection)
        .map { "\($0.place): \($0.finding)" }
    }
    return found
  }
}

extension RowDifference.Value {
  fileprivate func onLiveSide(_ isLive: Bool) -> RowDifference.Value {
    RowDifference.Value(isLive: isLive, key: key, column: column, text: text)
  }
}

extension StreamID {
  /// The name of a purchase, for an act; nil for an account, which an act does not name.
  fileprivate var publicName: String? {
    if case .chain(let chain) = self { chain.originalTransactionID.rawValue } else { nil }
  }

  fileprivate var publicValues: [String: String] {
    guard case .chain(let chain) = self else { return ["kind": "account"] }
    return ["app": chain.bundleID.rawValue, "environment": chain.environment.rawValue]
  }
}

extension UUID {
  /// The UUID before this one in the order of bytes; itself for the lowest.
  fileprivate var predecessor: UUID {
    var bytes = withUnsafeBytes(of: uuid) { Array($0) }
    for index in bytes.indices.reversed() {
      let (value, overflow) = bytes[index].subtractingReportingOverflow(1)
      bytes[index] = value
      if !overflow { return UUID(bytes: bytes) }
    }
    return self
  }

  private init(bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
