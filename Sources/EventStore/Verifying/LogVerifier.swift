package import Foundation
package import Ledger
import Postgres

/// A verifier that reads the whole log and checks its promises.
///
/// The verifier trusts no earlier memory. The events covered by a cut never change, so the verifier
/// may run beside writers for any time. Only one page of one lane is in memory.
package struct LogVerifier: Sendable {
  static let pageMax: Int64 = 1_000
  /// The number of findings of a lane after which its verification ends.
  package static let findingsMax = 100

  private let source: QuerySource
  private let reader: EventReader
  private let strings: StringTable
  private let installation: Installation

  package init(_ log: EventLog) {
    source = .pool(log.pool)
    reader = log.reader
    strings = StringTable(pool: log.pool, memory: log.memory)
    installation = log.installation
  }

  /// Returns the chain of the batch that ends exactly at a position; nil if no batch does.
  package func chain(lane: Int16, at position: Int64) async throws -> [UInt8]? {
    let rows = try await source.query(.verifyBatchAt, [lane, position])
    let batch = try rows.decode((Int64, [UInt8]).self).first
    return batch?.0 == position ? batch?.1 : nil
  }

  /// Returns the findings about the data outside the lanes: rows of unknown lanes, lanes that are missing, headers
  /// that do not match their digests, strings that are missing, and names of events.
  package func sharedFindings() async throws -> [BrokenPromise] {
    var findings: [BrokenPromise] = []
    let stranger = try await source.query(.verifyLanes, [installation.laneCount])
    if let lane = try stranger.decode(Int16?.self).first ?? nil {
      findings.append(
        BrokenPromise(.lane(lane), "the ledger has no such lane, and something stands in it"))
    }
    var expected: Int32 = 1
    for row in try await source.query(.verifyHeaders, []) {
      let (number, stored, digest) = try row.decode((Int32, [UInt8], [UInt8]).self)
      if number > expected { findings.append(BrokenPromise(.header(expected), "it is missing")) }
      if stored != digest {
        findings.append(
          BrokenPromise(.header(number), "it gives another digest than the one stored"))
      }
      expected = number + 1
    }
    findings += try await ReferenceAudit(source, installation).findings()
    return Array(findings.prefix(Self.findingsMax))
  }

  /// The findings of a lane, the streams that lose their keys by its events, with the moment of the last one, and the
  /// interned strings of its events.
  package struct Lane: Sendable {
    package let findings: [BrokenPromise]
    package let forgotten: [UUID: Instant]
    package let strings: StringUses
  }

  /// Verifies a lane up to the head of a cut, until there are `findingsMax` findings.
  package func verify(
    _ head: LaneHead, onProgress: @Sendable (_ events: Int) -> Void = { _ in }
  ) async throws -> Lane {
    var audit = LaneAudit(lane: head.lane)
    var batches = BatchPages(source, head: head)
    var events = EventPages(source, reader, strings, of: installation, head: head)
    while !audit.isFull, let batch = try await batches.next() {
      audit.open(batch)
      while audit.expected != nil, let next = try await events.next(onProgress) {
        audit.apply(next)
      }
      audit.end()
    }
    while !audit.isFull, let next = try await events.next(onProgress) { audit.apply(next) }
    if !audit.isFull {
      if audit.findings.isEmpty, audit.head != head {
        let first = audit.head.position + 1
        audit.note([.missing(head.lane, first...max(first, head.position))])
      }
      if let epoch = audit.epoch, epoch != installation.epoch {
        audit.note([
          BrokenPromise(
            .record(table: "installation", key: "1"),
            "column epoch is not the one that the last event of lane 0 opened")
        ])
      }
      audit.note(
        try await tailFindings(
          of: head, grants: audit.findings.isEmpty ? events.grantCount : nil))
    }
    return Lane(
      findings: Array(audit.findings.prefix(Self.findingsMax)), forgotten: audit.forgotten,
      strings: events.stringUses)
  }

  /// Returns what remains beyond the head, and keys beyond the number of events.
  ///
  /// - Parameter grantCount: the number of grants that the lane made first; nil if it is not known.
  private func tailFindings(
    of head: LaneHead, grants grantCount: Int64?
  ) async throws -> [BrokenPromise] {
    let (event, evidence, key, keyCount, grantKey, grantKeyCount) = try await source.query(
      .verifyTail, [head.lane, head.position])[0].decode(
        (Int64?, Int64?, Int64?, Int64, Int64?, Int64).self)
    let id = { EventID(lane: head.lane, position: $0) }
    var findings: [BrokenPromise] = []
    if let event {
      findings.append(
        BrokenPromise(.event(id(event)), "it stands beyond the last batch of its lane"))
    }
    if let evidence {
      findings.append(
        BrokenPromise(.evidence(id(evidence)), "it stands beyond the last batch of its lane"))
    }
    if let key {
      findings.append(
        BrokenPromise(
          .lane(head.lane), "a key points to position \(key), beyond its last batch"))
    }
    if let grantKey {
      findings.append(
        BrokenPromise(
          .lane(head.lane),
          "a key of table grant_key points to position \(grantKey), beyond its last batch"))
    }
    if let grantCount, grantKeyCount != grantCount {
      findings.append(
        BrokenPromise(
          .lane(head.lane),
          "it made \(grantCount) grants, and \(grantKeyCount) keys of grants point to it"))
    }
    let surplus = try await source.query(.verifySurplusKey, [head.lane, head.position])
    if keyCount != head.position, let position = try surplus.decode(Int64.self).first {
      findings.append(
        BrokenPromise(
          .lane(head.lane), "more keys than one point to position \(position)"))
    }
    return findings
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
