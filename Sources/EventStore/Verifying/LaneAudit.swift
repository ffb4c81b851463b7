import Ledger

/// An audit of one lane from its beginning, batch by batch and event by event, without effects. It
/// stops at the first broken promise.
struct LaneAudit {
  /// The end of the part that was found intact.
  private(set) var head: LaneHead
  private var moment = Instant(milliseconds: .min)
  private var batch: StoredBatch?
  private var leaves: [EventLeaf] = []
  /// The evidence of the open batch, by the position of the event that brought it.
  private var carriers: [Int64: Digest] = [:]

  init(lane: Int16) {
    head = LaneHead(lane: lane, position: nil, chain: nil)
  }

  /// The position of the next event of the open batch; nil if no batch is open.
  var expected: Int64? { batch.map { $0.firstPosition + Int64(leaves.count) } }

  mutating func open(_ next: StoredBatch) throws(BrokenPromise) {
    try next.check(after: head, at: moment)
    batch = next
  }

  /// Audits the next row of the open batch. Closes the batch with its last event.
  mutating func apply(_ next: AuditedEvents) throws(BrokenPromise) {
    let row = next.row
    guard let batch, let expected else { throw row.broken("no batch holds it") }
    let first = row.ids[0].position
    guard first <= expected else {
      throw .missing(head.lane, expected...min(first - 1, batch.lastPosition))
    }
    guard first == expected, row.id.position <= batch.lastPosition else {
      throw row.broken("no batch holds it")
    }
    guard row.stored.recordedAt == batch.recordedAt else {
      throw row.broken("it was recorded at another moment than its batch")
    }
    let carrier = next.carrier
    let isTold = next.events.contains(where: \.wantsEvidence) && row.stored.reasserts == nil
    guard carrier != nil || !isTold else {
      throw row.broken("Apple is said to have told it, and it rests on nothing")
    }
    let own = try row.ownEvidence(carrier)
    if let own { carriers[row.id.position] = own }
    let digest = try evidence(of: row, carrier)
    leaves += next.events.map { EventLeaf($0.digest, evidence: digest) }
    if row.id.position == batch.lastPosition { try close(batch) }
  }

  /// Returns the missing positions before a broken event, or else the broken promise itself.
  func first(before broken: BrokenPromise) -> BrokenPromise {
    guard case .event(let id) = broken.place, let batch, let expected, id.position > expected
    else { return broken }
    return .missing(head.lane, expected...min(id.position - 1, batch.lastPosition))
  }

  /// Ends the open batch. Throws if events of the batch are missing.
  func end() throws(BrokenPromise) {
    guard let batch, let expected else { return }
    throw .missing(head.lane, expected...batch.lastPosition)
  }

  private func evidence(
    of row: AuditedRow, _ carrier: Int64?
  ) throws(BrokenPromise) -> Digest? {
    guard let carrier else { return nil }
    guard let digest = carriers[carrier] else {
      throw row.broken("it rests on \(row.id.lane)-\(carrier), which brought no evidence")
    }
    return digest
  }

  private mutating func close(_ whole: StoredBatch) throws(BrokenPromise) {
    try whole.check(leaves, after: head)
    head = LaneHead(lane: whole.lane, position: whole.lastPosition, chain: whole.chain)
    moment = whole.recordedAt
    batch = nil
    leaves = []
    carriers = [:]
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
