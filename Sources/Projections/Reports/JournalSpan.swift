import Ledger

/// A time of a report, and the events that count for it. An entry counts if it belongs to the time, or if
/// it belongs to an earlier time that was closed before the entry became known.
struct JournalSpan: Sendable {
  let from: Instant
  /// The first moment after the time.
  let to: Instant
  /// The last positions that count.
  let last: Position
  /// The moment of those positions.
  let lastMoment: Instant
  /// The first close that ends at `from` or later, if there is one: its cut, and the moment of the cut.
  let closed: (position: Position, moment: Instant)?

  /// The last positions that the time before counted.
  var closing: Position { closed?.position ?? last }

  /// The lanes of the positions, in order.
  var lanes: [Int16] { last.lanes.keys.sorted() }

  /// The last positions that count, side by side with the lanes.
  var lastPositions: [Int64] { lanes.map { last.lanes[$0] ?? 0 } }

  /// The last positions that the time before counted, side by side with the lanes.
  var closingPositions: [Int64] { lanes.map { closing.lanes[$0] ?? 0 } }

  /// Returns true if an entry was known early enough for the time.
  func counts(_ entry: JournalEntry) -> Bool { entry.causedBy.isWithin(last) }

  /// Returns true if an entry was known early enough for the time before.
  func isEarly(_ entry: JournalEntry) -> Bool { entry.causedBy.isWithin(closing) }

  /// Returns the moment at which an entry is booked in this time: its own, or `from` for a late one; nil
  /// if it is not.
  func booking(of entry: JournalEntry) -> (moment: Instant, isLate: Bool)? {
    booking(ofEntryAt: entry.occurredAt, causedBy: entry.causedBy)
  }

  /// Returns the moment at which an entry of what Apple settled is booked, by the same rule.
  func booking(of entry: SettlementEntry) -> (moment: Instant, isLate: Bool)? {
    booking(ofEntryAt: entry.occurredAt, causedBy: entry.causedBy)
  }

  private func booking(
    ofEntryAt moment: Instant, causedBy event: EventID
  ) -> (moment: Instant, isLate: Bool)? {
    guard event.isWithin(last), moment < to else { return nil }
    if moment >= from { return (moment, false) }
    return event.isWithin(closing) ? nil : (from, true)
  }
}

extension EventID {
  /// Returns true if the event is one of those up to a cut.
  func isWithin(_ cut: Position) -> Bool { position <= cut.lanes[lane] ?? 0 }
}
