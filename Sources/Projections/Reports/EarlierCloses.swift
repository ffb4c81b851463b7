import Ledger
import Reports

/// The closed periods before a report of which the books may have other sums now: they were closed by other
/// rules, or while events could not be read that were processed later.
struct EarlierCloses: Sendable {
  /// The periods with stored sums, in order, up to the beginning of the report.
  let closes: [PeriodClose]
  /// All their time by the present rules, with the facts that they counted.
  let span: JournalSpan
  /// The reason of a difference from their sums.
  let origin: JournalFigures.Origin

  /// - Parameter closes: the closed periods in order.
  ///
  /// Nil if no period ends at the beginning of the report, its sums are not stored, or they can only be the
  /// same.
  init?(of closes: [PeriodClose], before beginning: Instant) {
    let before = closes.filter { $0.period.to <= beginning }
    guard let last = before.last, last.period.to == beginning, let rules = last.rules else {
      return nil
    }
    let hasOtherRules = rules != RulesChanged.present
    guard hasOtherRules || before.contains(where: { $0.leftOut > 0 }) else { return nil }
    origin = hasOtherRules ? .rules : .late
    let unstored = before.lastIndex { $0.rules == nil }
    self.closes = Array(before[(unstored.map { $0 + 1 } ?? 0)...])
    span = JournalSpan(
      from: self.closes[0].period.from, to: beginning, last: last.position,
      lastMoment: last.closedAt, closes: before.map(\.span))
  }
}

extension PeriodClose {
  /// The close as the bookings of a report need it.
  var span: JournalSpan.Close {
    JournalSpan.Close(end: period.to, position: position, moment: closedAt)
  }
}
