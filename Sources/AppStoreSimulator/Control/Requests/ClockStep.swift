/// A step by which the clock advances: calendar time such as `P1M`, or `PT6H`, `PT30M`, `PT10S`.
struct ClockStep {
  private let step: Step

  private enum Step {
    case calendar(CalendarPeriod)
    case milliseconds(Int64)
  }

  /// - Parameter field: the field that holds the text, for the error.
  init(_ text: String, _ field: String) throws(ControlProblem) {
    if let period = CalendarPeriod(iso8601: text) {
      step = .calendar(period)
    } else if let match = text.wholeMatch(of: /PT([0-9]{1,6})([HMS])/),
      let count = Int64(match.1), count > 0
    {
      let seconds: Int64 = match.2 == "H" ? 3_600 : match.2 == "M" ? 60 : 1
      step = .milliseconds(count * seconds * 1_000)
    } else {
      throw .invalid(field, "must be a duration such as P1M, P7D or PT6H")
    }
  }

  func end(after start: Int64) -> Int64 {
    switch step {
    case .calendar(let period): period.end(after: start)
    case .milliseconds(let milliseconds): start + milliseconds
    }
  }
}
