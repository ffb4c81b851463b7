import Ledger
import Postgres

/// A verifier that reads the whole log and checks its promises.
///
/// The verifier trusts no earlier memory. The events covered by a cut never change, so the verifier
/// may run beside writers for any time. Only one page of one lane is in memory.
package struct LogVerifier: Sendable {
  static let pageMax: Int64 = 1_000

  private let source: QuerySource
  private let reader: EventReader
  private let strings: StringTable
  private let laneCount: Int16

  package init(_ log: EventLog) {
    source = .pool(log.pool)
    reader = log.reader
    strings = StringTable(pool: log.pool, memory: log.memory)
    laneCount = log.installation.laneCount
  }

  /// Returns the chain of the batch that ends exactly at a position; nil if no batch does.
  package func chain(lane: Int16, at position: Int64) async throws -> [UInt8]? {
    let rows = try await source.query(.verifyBatchAt, [lane, position])
    let batch = try rows.decode((Int64, [UInt8]).self).first
    return batch?.0 == position ? batch?.1 : nil
  }

  /// Verifies the data outside the lanes: no event is in an unknown lane, and every header matches
  /// its digest. Throws the first `BrokenPromise`.
  package func verifyShared() async throws {
    let stranger = try await source.query(.verifyLanes, [laneCount])
    if let lane = try stranger.decode(Int16?.self).first ?? nil {
      throw BrokenPromise(.lane(lane), "the ledger has no such lane, and something stands in it")
    }
    for (index, row) in try await source.query(.verifyHeaders, []).enumerated() {
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
    var batches = BatchPages(source, head: head)
    var events = EventPages(source, reader, strings, laneCount: laneCount, head: head)
    while let batch = try await batches.next() {
      try audit.open(batch)
      while audit.expected != nil {
        do {
          guard let next = try await events.next(onProgress) else { break }
          try audit.apply(next)
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
    try await verifyTail(of: head, grants: events.grantCount)
  }

  /// Verifies that nothing remains beyond the head and that there are no more keys than events.
  ///
  /// - Parameter grantCount: the number of grants that the lane made first.
  private func verifyTail(of head: LaneHead, grants grantCount: Int64) async throws {
    let (event, evidence, key, keyCount, grantKey, grantKeyCount) = try await source.query(
      .verifyTail, [head.lane, head.position])[0].decode(
        (Int64?, Int64?, Int64?, Int64, Int64?, Int64).self)
    let id = { EventID(lane: head.lane, position: $0) }
    if let event {
      throw BrokenPromise(.event(id(event)), "it stands beyond the last batch of its lane")
    }
    if let evidence {
      throw BrokenPromise(.evidence(id(evidence)), "it stands beyond the last batch of its lane")
    }
    if let key = key ?? grantKey {
      throw BrokenPromise(
        .lane(head.lane), "a key points to position \(key), beyond its last batch")
    }
    guard grantKeyCount == grantCount else {
      throw BrokenPromise(
        .lane(head.lane),
        "it made \(grantCount) grants, and \(grantKeyCount) keys of grants point to it")
    }
    guard keyCount != head.position else { return }
    let surplus = try await source.query(.verifySurplusKey, [head.lane, head.position])
    let position = try surplus.decode(Int64.self).first
    throw BrokenPromise(
      .lane(head.lane), "more keys than one point to position \(position ?? head.position)")
  }
}

/// The batches of a lane in order, read page by page.
private struct BatchPages {
  private let source: QuerySource
  private let head: LaneHead
  private var page: ArraySlice<StoredBatch> = []
  private var last = Int64.min

  init(_ source: QuerySource, head: LaneHead) {
    self.source = source
    self.head = head
  }

  mutating func next() async throws -> StoredBatch? {
    if page.isEmpty {
      let rows = try await source.query(
        .verifyBatches, [head.lane, last, head.position, LogVerifier.pageMax])
      page = try rows.map { try StoredBatch($0, lane: head.lane) }[...]
    }
    guard let batch = page.popFirst() else { return nil }
    last = batch.firstPosition
    return batch
  }
}
