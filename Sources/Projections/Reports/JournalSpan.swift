import Ledger

/// A time of a report, and the entries that are booked in it.
///
/// An entry is booked at its own moment. Where that was closed before the entry became known, it is booked on
/// the first day that was open then.
struct JournalSpan: Sendable {
  /// A close of a period: the end of it, the last positions that it counts, and the moment of these.
  struct Close: Sendable {
    let end: Instant
    let position: Position
    let moment: Instant
  }

  let from: Instant
  /// The first moment after the time.
  let to: Instant
  /// The last positions that count.
  let last: Position
  /// The moment of those positions.
  let lastMoment: Instant
  /// The closes, the earliest period first.
  let closes: [Close]

  /// The first close that ends at `from` or later, if there is one.
  var closing: Close? { closes.first { from <= $0.end } }

  /// The last positions that the time before counted.
  var closingPosition: Position { closing?.position ?? last }

  /// Returns moments of the time, each with the last positions by which it is counted: those of the first close that
  /// ends then or later, otherwise the last of the time.
  func cuts(of moments: [Instant]) -> [Position: Set<Instant>] {
    moments.reduce(into: [:]) { cuts, moment in
      let close = closes.first { moment <= $0.end }
      cuts[close?.position ?? last, default: []].insert(moment)
    }
  }

  /// The lanes of the positions, in order.
  var lanes: [Int16] { last.lanes.keys.sorted() }

  /// The last positions that count, side by side with the lanes.
  var lastPositions: [Int64] { lanes.map { last.lanes[$0] ?? 0 } }

  /// The closes for statements: for each lane of each close the last position that it counts, and its end.
  var closed: (lanes: [Int16], positions: [Int64], ends: [Instant]) {
    let parts = closes.flatMap { close in
      lanes.map { ($0, close.position.lanes[$0] ?? 0, close.end) }
    }
    return (parts.map(\.0), parts.map(\.1), parts.map(\.2))
  }

  /// Returns true if an entry was known early enough for the time.
  func counts(_ entry: JournalEntry) -> Bool { entry.causedBy.isWithin(last) }

  /// Returns the moment at which an entry is booked.
  func booked(_ entry: JournalEntry) -> Instant {
    booked(entry.occurredAt, causedBy: entry.causedBy)
  }

  /// Returns the moment at which an entry is booked in this time; nil if it is not.
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
    guard event.isWithin(last) else { return nil }
    let booked = booked(moment, causedBy: event)
    return from <= booked && booked < to ? (booked, booked > moment) : nil
  }

  private func booked(_ moment: Instant, causedBy event: EventID) -> Instant {
    let open = closes.last { !event.isWithin($0.position) }?.end
    return max(moment, open ?? moment)
  }
}

extension EventID {
  /// Returns true if the event is one of those up to a cut.
  func isWithin(_ cut: Position) -> Bool { position <= cut.lanes[lane] ?? 0 }
}
