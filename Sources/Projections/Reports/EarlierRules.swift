import Ledger

/// The closed periods before a report, the last of which was closed by other rules than the present ones.
struct EarlierRules: Sendable {
  /// The periods whose sums are stored, in order, up to the beginning of the report.
  let closes: [PeriodClose]
  /// All their time by the present rules, with the facts that they counted.
  let span: JournalSpan

  /// - Parameter closes: the closed periods in order.
  ///
  /// Nil if no period ends at the beginning of the report, its sums are not stored, or the rules are the
  /// same.
  init?(of closes: [PeriodClose], before beginning: Instant) {
    let before = closes.filter { $0.period.to <= beginning }
    guard let last = before.last, last.period.to == beginning, let rules = last.rules,
      rules != RulesChanged.present
    else { return nil }
    let unstored = before.lastIndex { $0.rules == nil }
    self.closes = Array(before[(unstored.map { $0 + 1 } ?? 0)...])
    let opening = unstored.map { before[$0] } ?? before[0]
    span = JournalSpan(
      from: self.closes[0].period.from, to: beginning, last: last.position,
      lastMoment: last.closedAt, closed: (opening.position, opening.closedAt))
  }
}
