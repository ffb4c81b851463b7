import Foundation
import Ledger

/// An audit of one lane from its beginning, batch by batch and event by event, without effects. It notes each
/// broken promise and goes on behind it.
struct LaneAudit {
  /// The end of the part that was audited, as stored.
  private(set) var head: LaneHead
  private(set) var findings: [BrokenPromise] = []
  /// The streams that lose their keys by events of the lane, with the moment of the last one.
  private(set) var forgotten: [UUID: Instant] = [:]
  /// The last epoch that an event of the lane opened; nil if none did.
  private(set) var epoch: UUID?
  private var moment = Instant(milliseconds: .min)
  private var batch: StoredBatch?
  private var leaves: [EventLeaf] = []
  /// True if an event of the open batch is missing or broken, so that no root can be computed.
  private var isBroken = false
  /// The position of the next event of the open batch.
  private var next: Int64 = 0
  /// The evidence of the open batch, by the position of the event that brought it.
  private var carriers: [Int64: Digest] = [:]

  init(lane: Int16) {
    head = LaneHead(lane: lane, position: nil, chain: nil)
  }

  /// The position of the next event of the open batch; nil if no batch is open.
  var expected: Int64? { batch == nil ? nil : next }

  var isFull: Bool { findings.count >= LogVerifier.findingsMax }

  mutating func open(_ batch: StoredBatch) {
    end()
    if let finding = batch.finding(after: head, at: moment) { findings.append(finding) }
    self.batch = batch
    next = batch.firstPosition
    isBroken = false
    (leaves, carriers) = ([], [:])
    if batch.lastPosition < batch.firstPosition { close(batch) }
  }

  /// Audits the next row. Closes the batch with its last event.
  mutating func apply(_ audited: AuditedEvents) {
    guard let batch, let first = audited.ids.first, let last = audited.ids.last else {
      note(audited.findings + [audited.broken("no batch holds it")])
      return
    }
    if first.position > next {
      note([.missing(head.lane, next...min(first.position - 1, batch.lastPosition))])
      next = first.position
    }
    if first.position < next || last.position > batch.lastPosition {
      note(audited.findings + [audited.broken("no batch holds it")])
    } else {
      applyContent(of: audited, in: batch)
    }
    next = max(next, last.position + 1)
    if next > batch.lastPosition { close(batch) }
  }

  /// Ends the open batch. Its last events may be missing.
  mutating func end() {
    guard let batch else { return }
    note([.missing(head.lane, next...batch.lastPosition)])
    close(batch)
  }

  mutating func note(_ new: [BrokenPromise]) {
    guard !new.isEmpty else { return }
    isBroken = true
    findings += new
  }

  private mutating func applyContent(of audited: AuditedEvents, in batch: StoredBatch) {
    note(audited.findings)
    guard let row = audited.row, let content = audited.content else { return }
    if row.stored.recordedAt != batch.recordedAt {
      note([
        audited.broken("column recorded_at: it was recorded at another moment than its batch")
      ])
    }
    let carrier = audited.carrier
    let isTold = content.events.contains(where: \.wantsEvidence) && row.stored.reasserts == nil
    if carrier == nil, isTold {
      note([
        audited.broken("column evidence: Apple is said to have told it, and it rests on nothing")
      ])
    }
    do {
      if let own = try row.ownEvidence(carrier) { carriers[row.id.position] = own }
      let digest = try evidence(of: row, carrier)
      leaves += content.events.map { EventLeaf($0.digest, evidence: digest) }
    } catch {
      note([error])
    }
    for event in content.events {
      switch event {
      case .account(.accountErased(let erased)):
        for stream in erased.forgottenStreams { forgotten[stream.key] = row.stored.recordedAt }
      case .shared(.epochOpened(let opened)): epoch = opened.epoch
      case .chain, .account, .shared: break
      }
    }
  }

  private func evidence(
    of row: AuditedRow, _ carrier: Int64?
  ) throws(BrokenPromise) -> Digest? {
    guard let carrier else { return nil }
    guard let digest = carriers[carrier] else {
      throw row.broken(
        "column evidence: it rests on \(row.id.lane)-\(carrier), which brought no evidence")
    }
    return digest
  }

  private mutating func close(_ whole: StoredBatch) {
    if !isBroken { findings += whole.findings(leaves, after: head) }
    head = LaneHead(lane: whole.lane, position: whole.lastPosition, chain: whole.chain)
    moment = whole.recordedAt
    batch = nil
  }
}

extension LedgerEvent {
  /// True if Apple told the event's content, which always needs evidence.
  fileprivate var wantsEvidence: Bool {
    switch self {
    case .chain(.transactionObserved), .chain(.renewalObserved), .chain(.notificationReceived): true
    case .chain, .account, .shared: false
    }
  }
}
