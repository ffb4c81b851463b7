import Foundation
import Ledger
import Postgres

/// An event's row with the columns and digests that an audit compares.
struct AuditedRow: RowDecodable {
  let stored: StoredRow
  private let hasWholeMoments: Bool
  /// The digest stored with the evidence beside the event.
  private let evidenceDigest: [UInt8]?
  private let bodyDigest: [UInt8]?

  /// Throws `BrokenPromise` if the columns cannot be those of an event.
  init(_ columns: inout ColumnReader) throws {
    let id: EventID = try columns.next()
    do {
      stored = try StoredRow(id, &columns)
    } catch let error as StoredEventError {
      throw BrokenPromise(.event(id), error.finding)
    }
    hasWholeMoments = try columns.next(Int32.self) == 0
    evidenceDigest = try columns.next()
    bodyDigest = try columns.next()
  }

  var id: EventID { stored.id }

  /// Returns the event. Throws unless its columns, and nothing else, give its digest, stream and
  /// lane.
  func event(
    _ texts: [Int32: String], reasserting original: StoredRow?, laneCount: Int16
  ) throws(BrokenPromise) -> LedgerEvent {
    let (row, event) = try decode(texts, original)
    guard hasWholeMoments else { throw broken("a moment is finer than a millisecond") }
    guard event.digest == row.digest else {
      throw broken("its columns give another digest than the one stored")
    }
    var written = try encode(event)
    if let position = row.reasserts { written = written.reassertion(of: position) }
    written.evidence = row.evidence
    if let column = written.firstDifference(from: row) {
      throw broken("column \(column) holds what its event does not say")
    }
    guard row.extra == written.extra || isSame(row.extra?.text, written.extra?.text) else {
      throw broken("column extra holds what its event does not say")
    }
    let lane = event.stream.lane(of: laneCount)
    guard lane == id.lane else { throw broken("its stream belongs to lane \(lane)") }
    return event
  }

  /// Returns the digest of the evidence beside the event; nil if there is none and none should be.
  func ownEvidence(_ carrier: Int64?) throws(BrokenPromise) -> Digest? {
    let isCarrier = carrier == id.position
    guard let evidenceDigest else {
      guard !isCarrier else { throw BrokenPromise(.evidence(id), "it is missing") }
      return nil
    }
    guard isCarrier else { throw BrokenPromise(.evidence(id), "its event does not rest on it") }
    guard evidenceDigest == bodyDigest, evidenceDigest.count == 32 else {
      throw BrokenPromise(.evidence(id), "it gives another digest than the one stored")
    }
    return Digest(bytes: evidenceDigest)
  }

  func broken(_ finding: String) -> BrokenPromise { BrokenPromise(.event(id), finding) }

  private func decode(
    _ texts: [Int32: String], _ original: StoredRow?
  ) throws(BrokenPromise) -> (EventRow, LedgerEvent) {
    do {
      let row = try stored.row(texts)
      guard let reasserts = row.reasserts else { return (row, try row.event()) }
      guard let original, reasserts < id.position else {
        throw broken("it reasserts \(id.lane)-\(reasserts), which is not there before it")
      }
      return (row, try row.event(reasserting: try original.row(texts).event()))
    } catch let error as StoredEventError {
      throw broken(error.finding)
    } catch let error as BrokenPromise {
      throw error
    } catch {
      throw broken("it cannot be read")
    }
  }

  private func encode(_ event: LedgerEvent) throws(BrokenPromise) -> EventRow {
    do {
      return try EventRow(event)
    } catch {
      throw broken(error.finding)
    }
  }

  /// Returns true if two JSON texts are equal in content. Another build of the program may write
  /// different text.
  private func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    // Text that does not parse is equal to nothing.
    let values = [left, right].map { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
    guard let left = values[0] as? NSDictionary, let right = values[1] as? NSDictionary
    else { return false }
    return left.isEqual(right)
  }
}

extension StoredEventError {
  /// The finding, as the rest of a sentence that begins with the event.
  var finding: String {
    switch self {
    case .unknownType(let type): "it is of type \(type), which this program does not know"
    case .unknownSchemaVersion(let version):
      "it is of version \(version), which this program does not know"
    case .unknownString(let id): "it uses interned string \(id), which is not there"
    case .incomplete(let reason): reason
    }
  }
}

extension EventRow {
  /// Returns the row that a writer makes of a fact whose content is stored at a position.
  fileprivate func reassertion(of position: Int64) -> EventRow {
    var row = EventRow(.reasserted, stream: stream, assertedAt: assertedAt)
    row.environment = environment
    row.trust = trust
    row.digest = digest
    row.reasserts = position
    return row
  }
}
