import Ledger

/// The events that count at each moment of a question: closed months keep what they said.
struct DebtLog {
  private let events: [RecordedEvent]
  private let closes: [ModelClose]
  private let question: ModelReportQuestion
  private let mutation: DebtMutation?

  init(_ facts: ModelReportFacts, _ question: ModelReportQuestion, _ mutation: DebtMutation?) {
    self.question = question
    self.mutation = mutation
    events = facts.events
    closes = facts.closes.filter {
      $0.app == question.app && $0.environment == question.environment
    }
  }

  /// Returns the last positions by which the time before a moment is counted: those of the first close that
  /// ends then or later, within the question's cut, otherwise those of the question.
  ///
  /// An event after a close changes nothing until the close ends, so that the first open day has all of it.
  func cut(at moment: Instant) -> Position {
    guard mutation != .restatesClosedMonths, let close = closes.first(where: { moment <= $0.to })
    else { return question.cut }
    return close.cut.common(with: question.cut)
  }

  /// Returns the events within a cut, in the order of their recording.
  func events(within cut: Position) -> [RecordedEvent] {
    events.filter { event in
      if mutation == .closesByTheClock, cut != question.cut,
        let close = closes.first(where: { $0.cut.common(with: question.cut) == cut })
      {
        return isAsked(event) && event.recordedAt < close.to
      }
      return event.id.position <= cut.lanes[event.id.lane] ?? 0
    }
  }

  private func isAsked(_ event: RecordedEvent) -> Bool {
    event.id.position <= question.cut.lanes[event.id.lane] ?? 0
  }
}
