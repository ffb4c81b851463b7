import Ledger
import Postgres

/// A verifier that reads the whole log and checks its promises.
///
/// The verifier trusts no earlier memory. The events covered by a cut never change, so the verifier
/// may run beside writers for any time. Only one page of one lane is in memory.
package struct LogVerifier: Sendable {
  static let pageMax: Int64 = 1_000

  let log: EventLog
  let strings: StringTable

  package init(_ log: EventLog) {
    self.log = log
    strings = StringTable(pool: log.pool, memory: log.memory)
  }

  /// Verifies the data outside the lanes: no event is in an unknown lane, and every header matches
  /// its digest. Throws the first `BrokenPromise`.
  package func verifyShared() async throws {
    let stranger = try await log.rows(.verifyLanes, [log.installation.laneCount])
    if let lane = try stranger.decode(Int16?.self).first ?? nil {
      throw BrokenPromise(.lane(lane), "the ledger has no such lane, and something stands in it")
    }
    for (index, row) in try await log.rows(.verifyHeaders, []).enumerated() {
      let (number, stored, digest) = try row.decode((Int32, [UInt8], [UInt8]).self)
      guard number == Int32(index + 1) else {
        throw BrokenPromise(.header(Int32(index + 1)), "it is missing")
      }
      guard stored == digest else {
        throw BrokenPromise(.header(number), "it gives another digest than the one stored")
      }
    }
  }

  /// Verifies a lane up to the head of a cut. Throws the first `BrokenPromise`.
  package func verify(
    _ head: LaneHead, onProgress: @Sendable (_ events: Int) -> Void = { _ in }
  ) async throws {
    var audit = LaneAudit(lane: head.lane)
    var batches = BatchPages(log: log, head: head)
    var events = EventPages(self, head: head)
    while let batch = try await batches.next() {
      try audit.open(batch)
      while audit.expected != nil {
        do {
          guard let next = try await events.next(onProgress) else { break }
          try audit.apply(next.row, next.event, restingOn: next.carrier)
        } catch let broken as BrokenPromise {
          throw audit.first(before: broken)
        }
      }
      try audit.end()
    }
    if let next = try await events.next(onProgress) { throw next.row.broken("no batch holds it") }
    guard audit.head == head else {
      throw BrokenPromise.missing(head.lane, audit.head.position + 1...head.position)
    }
    try await verifyTail(of: head)
  }

  /// Verifies that nothing remains beyond the head and that there are no more keys than events.
  private func verifyTail(of head: LaneHead) async throws {
    let (event, evidence, key, keyCount) = try await log.rows(
      .verifyTail, [head.lane, head.position])[0].decode((Int64?, Int64?, Int64?, Int64).self)
    let id = { EventID(lane: head.lane, position: $0) }
    if let event {
      throw BrokenPromise(.event(id(event)), "it stands beyond the last batch of its lane")
    }
    if let evidence {
      throw BrokenPromise(.evidence(id(evidence)), "it stands beyond the last batch of its lane")
    }
    if let key {
      throw BrokenPromise(
        .lane(head.lane), "a key points to position \(key), beyond its last batch")
    }
    guard keyCount != head.position else { return }
    let surplus = try await log.rows(.verifySurplusKey, [head.lane, head.position])
    let position = try surplus.decode(Int64.self).first
    throw BrokenPromise(
      .lane(head.lane), "more keys than one point to position \(position ?? head.position)")
  }
}

/// The batches of a lane in order, read page by page.
private struct BatchPages {
  let log: EventLog
  let head: LaneHead
  private var page: ArraySlice<StoredBatch> = []
  private var last = Int64.min

  init(log: EventLog, head: LaneHead) {
    self.log = log
    self.head = head
  }

  mutating func next() async throws -> StoredBatch? {
    if page.isEmpty {
      let rows = try await log.rows(
        .verifyBatches, [head.lane, last, head.position, LogVerifier.pageMax])
      page = try rows.map { try StoredBatch($0, lane: head.lane) }[...]
    }
    guard let batch = page.popFirst() else { return nil }
    last = batch.firstPosition
    return batch
  }
}
