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
    let place = try columns.next(RowPlace.self)
    do {
      stored = try StoredRow(place, &columns)
    } catch {
      guard let error = StoredEventError(reading: error) else { throw error }
      throw BrokenPromise(.event(place.ids[0]), error.finding)
    }
    hasWholeMoments = try columns.next(Int32.self) == 0
    evidenceDigest = try columns.next()
    bodyDigest = try columns.next()
  }

  /// The id of the row's last event.
  var id: EventID { stored.id }
  /// The ids of the events in order.
  var ids: [EventID] { stored.ids }

  /// The events of a row, and the row with strings in place of ids.
  struct Content {
    let row: EventRow
    let events: [LedgerEvent]
    /// False if the columns give another digest than the one stored.
    let isWhole: Bool
    /// The findings beside the digest.
    let findings: [BrokenPromise]
  }

  /// Returns the events in order, with a finding for each column that says something else than the digest,
  /// the stream and the lane. Throws if the columns cannot be those of an event.
  func content(
    _ texts: [Int32: String], reasserting original: StoredRow?, laneCount: Int16
  ) throws(BrokenPromise) -> Content {
    let (row, events) = try decode(texts, original)
    var findings: [BrokenPromise] = []
    if !hasWholeMoments { findings.append(broken("a moment is finer than a millisecond")) }
    let isWhole = JoinedRow.digest(of: events.map(\.digest)) == row.digest
    if isWhole {
      let written = try encode(events, as: row)
      findings += differences(of: row, from: written).map {
        broken("column \($0) holds what its event does not say")
      }
    }
    for lane in Set(events.map { $0.stream.lane(of: laneCount) }) where lane != id.lane {
      findings.append(broken("its stream belongs to lane \(lane)"))
    }
    return Content(row: row, events: events, isWhole: isWhole, findings: findings)
  }

  private func differences(of row: EventRow, from written: EventRow) -> [String] {
    let columns = [
      ("extra", row.extra, written.extra), ("details", row.details, written.details),
      ("renewal_extra", row.renewalExtra, written.renewalExtra),
    ]
    return written.differences(from: row)
      + columns.filter { $0.1 != $0.2 && !isSame($0.1?.text, $0.2?.text) }.map(\.0)
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

  func broken(_ finding: String) -> BrokenPromise { BrokenPromise(.event(ids[0]), finding) }

  private func decode(
    _ texts: [Int32: String], _ original: StoredRow?
  ) throws(BrokenPromise) -> (EventRow, [LedgerEvent]) {
    do {
      if let reasserts = stored.reasserts, original == nil || reasserts.position >= id.position {
        throw broken("it reasserts \(reasserts), which is not there before it")
      }
      return (try stored.row(texts), try stored.contents(texts, reasserting: original))
    } catch let error as StoredEventError {
      throw broken(error.finding)
    } catch let error as BrokenPromise {
      throw error
    } catch {
      throw broken("it cannot be read")
    }
  }

  /// Returns the row that a writer makes of these events at the place of another row.
  private func encode(
    _ events: [LedgerEvent], as row: EventRow
  ) throws(BrokenPromise) -> EventRow {
    do {
      var rows: [EventRow] = []
      for event in events { rows.append(try EventRow(event)) }
      guard var written = rows.count == 1 ? rows[0] : JoinedRow.join(rows[...]) else {
        throw StoredEventError.incomplete("its events do not share a row")
      }
      if let position = row.reasserts { written = written.reassertion(of: position) }
      written.evidence = row.evidence
      written.firstPosition = ids.count > 1 ? ids[0].position : nil
      return written
    } catch let error as StoredEventError {
      throw broken(error.finding)
    } catch {
      throw broken("it cannot be written")
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
    case .unknownType(let type):
      "column type: it is of type \(type), which this program does not know"
    case .unknownSchemaVersion(let version):
      "column schema_version: it is of version \(version), which this program does not know"
    case .unknownString(let id): "it uses interned string \(id), which is not there"
    case .incomplete(let reason): reason
    case .reasserted: description
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
