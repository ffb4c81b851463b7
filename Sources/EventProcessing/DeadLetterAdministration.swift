package import EventStore
package import Ledger
package import Postgres

/// The dead letters of all consumers as the person on call handles them: listed, shown, retried.
package struct DeadLetterAdministration: Sendable {
  /// One dead letter with the consumer that has it.
  package struct Entry: Hashable, Sendable {
    package let consumer: ConsumerName
    package let letter: DeadLetter

    package var cursor: DeadLetterCursor {
      DeadLetterCursor(id: letter.id, consumer: consumer)
    }
  }

  /// The dead letters that a retry is about; all without a bound.
  package struct Filter: Hashable, Sendable {
    package var consumer: ConsumerName?
    package var event: EventID?
    package var reason: String?

    package init(consumer: ConsumerName? = nil, event: EventID? = nil, reason: String? = nil) {
      self.consumer = consumer
      self.event = event
      self.reason = reason
    }

    /// Returns the record of a retry of the dead letters that the filter admits.
    package func act(signed signature: ActSignature, at moment: Instant) -> ActRecorded {
      let values: [String: String?] = ["consumer": consumer?.rawValue, "reason": reason]
      return ActRecorded(
        .deadLettersRetry, on: event?.description, values: values.compactMapValues(\.self),
        signed: signature, at: moment)
    }

    func admits(_ letter: DeadLetter) -> Bool {
      event.map { $0 == letter.id } ?? true && reason.map { $0 == letter.reason } ?? true
    }
  }

  /// The outcome of a retry.
  package struct Retried: Hashable, Sendable {
    package let processed: Int
    /// The number of dead letters that are left under the same filter.
    package let left: Int
    /// The number of dead letters without an event.
    package let deleted: Int
  }

  private static let pageMax = 1_000

  private let processor: EventProcessor
  private let log: EventLog
  private let pool: Pool

  /// - Parameter processor: an engine with every consumer, which retries their dead letters.
  package init(_ processor: EventProcessor, log: EventLog, pool: Pool) {
    self.processor = processor
    self.log = log
    self.pool = pool
  }

  /// Returns a page of dead letters, and the cursor of the next page, nil at the end.
  package func list(
    consumer: ConsumerName? = nil, after cursor: DeadLetterCursor = .beginning, limit: Int
  ) async throws -> (entries: [Entry], next: DeadLetterCursor?) {
    let found = try await pool.withConnection { [log] connection in
      try await connection.query(
        .deadLettersList, [0] + log.lanes, cursor.id.lane, cursor.id.position,
        cursor.consumer.rawValue, consumer?.rawValue, Int64(limit) + 1)
    }
    let entries = try found.prefix(limit).map(Self.entry)
    return (entries, found.count > limit ? entries.last?.cursor : nil)
  }

  /// Returns the dead letters of one event.
  package func entries(of id: EventID) async throws -> [Entry] {
    try await pool.withConnection { connection in
      try await connection.query(.deadLettersOfEvent, id.lane, id.position)
    }.map(Self.entry)
  }

  /// An event as the database has it, with its dead letters.
  package struct Shown: Hashable, Sendable {
    package let id: EventID
    package let columns: [String: String]
    /// The reason for which this version cannot read the event; nil if it can.
    package let reason: String?
    package let entries: [Entry]
  }

  /// Returns an event raw, whether it can be read or not; nil if there is none.
  package func show(_ id: EventID) async throws -> Shown? {
    guard let event = try await RawEvent.read(id, in: log) else { return nil }
    return Shown(
      id: id, columns: event.columns, reason: event.reason?.description,
      entries: try await entries(of: id))
  }

  /// Retries the dead letters that a filter admits, and deletes those that have no event. A paused ledger grants
  /// no coins: granting keeps its dead letters.
  ///
  /// - Parameter act: the record of the person's act, written before the work if there is any; nil if the program
  ///   acts by itself.
  package func retry(_ filter: Filter, as act: ActRecorded? = nil) async throws -> Retried {
    let deleted = try await drop(filter, as: act)
    let processed = try await processor.retryDeadLetters(of: filter.consumer, filter.admits)
    return Retried(processed: processed, left: try await count(filter), deleted: deleted)
  }

  private struct NothingToRetry: Error {}

  /// Deletes the dead letters that have no event. Records the act in the same transaction if one is deleted, or others
  /// are to be retried. Returns the number of those that are deleted.
  private func drop(_ filter: Filter, as act: ActRecorded?) async throws -> Int {
    guard let act else {
      return try await pool.withTransaction { try Self.drop(filter, on: $0) }
    }
    let isAnyLeft = try await count(filter) > 0
    do {
      return try await log.acts.perform(act, in: pool) { connection, _ in
        let deleted = try Self.drop(filter, on: connection)
        guard isAnyLeft || deleted > 0 else { throw NothingToRetry() }
        return deleted
      }
    } catch is NothingToRetry {
      return 0
    }
  }

  private static func drop(_ filter: Filter, on connection: isolated Connection) throws -> Int {
    try connection.query(
      .deadLettersDrop, filter.consumer?.rawValue, filter.event?.lane, filter.event?.position,
      filter.reason
    ).affected
  }

  private func count(_ filter: Filter) async throws -> Int {
    var (count, cursor): (Int, DeadLetterCursor?) = (0, .beginning)
    while let after = cursor {
      let page = try await list(consumer: filter.consumer, after: after, limit: Self.pageMax)
      count += page.entries.count { filter.admits($0.letter) }
      cursor = page.next
    }
    return count
  }

  private static func entry(_ row: Row) throws -> Entry {
    let (lane, position, consumer, reason, moment) = try row.decode(
      (Int16, Int64, String, String, Instant).self)
    return Entry(
      consumer: ConsumerName(rawValue: consumer),
      letter: DeadLetter(
        id: EventID(lane: lane, position: position), reason: reason, deadLetteredAt: moment))
  }
}

/// A position in the list of dead letters. Its public form is an opaque string.
package struct DeadLetterCursor: Hashable, Sendable, CustomStringConvertible {
  let id: EventID
  let consumer: ConsumerName

  package static let beginning = DeadLetterCursor(
    id: EventID(lane: -1, position: 0), consumer: ConsumerName(rawValue: ""))

  init(id: EventID, consumer: ConsumerName) {
    self.id = id
    self.consumer = consumer
  }

  package init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let id = EventID("\(parts[0])-\(parts[1])"), !parts[2].isEmpty else {
      return nil
    }
    self.init(id: id, consumer: ConsumerName(rawValue: String(parts[2])))
  }

  package var description: String { "\(id)-\(consumer)" }
}
