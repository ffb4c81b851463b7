import Ledger

/// A part of a report's time: the whole, a day or a month of a calendar.
struct DebtPart {
  /// The first moment; nil for the beginning of everything.
  let from: Instant?
  /// The first moment after the part.
  let to: Instant
  /// The day or month; nil for the whole time.
  let date: String?
}

/// The division of a report's time into days or months.
struct DebtParts {
  let question: ModelReportQuestion
  let mutation: DebtMutation?

  /// Returns the parts in their order, from the one in which the first thing happened.
  func all(since first: Instant?) -> [DebtPart] {
    guard question.interval != nil else {
      return [DebtPart(from: question.from, to: question.to, date: nil)]
    }
    guard let first else { return [] }
    var parts: [DebtPart] = []
    var moment = max(first, question.from ?? first)
    while moment < question.to {
      let (from, to, date) = part(around: moment)
      let begins = max(from, question.from ?? from)
      parts.append(DebtPart(from: begins, to: min(to, question.to), date: date))
      moment = to
    }
    return parts
  }

  private var calendar: ModelReportQuestion.Calendar {
    mutation == .dividesByUTC ? .utc : question.calendar
  }

  /// Returns the first moment, the first moment after, and the name of the day or month of a moment.
  private func part(around moment: Instant) -> (from: Instant, to: Instant, date: String) {
    let day = calendar == .utc ? CivilDate(of: moment) : PacificTime.day(of: moment)
    guard question.interval == .month else {
      let next = CivilDate(daysSince1970: day.daysSince1970 + 1)
      return (start(of: day), start(of: next), day.description)
    }
    if calendar == .fiscal {
      let month = FiscalMonth(of: day)
      return (start(of: month.first), start(of: month.after.first), month.description)
    }
    let next =
      day.month == 12
      ? CivilDate(firstOf: 1, in: day.year + 1)
      : CivilDate(firstOf: day.month + 1, in: day.year)
    let first = CivilDate(firstOf: day.month, in: day.year)
    return (start(of: first), start(of: next), String(first.description.dropLast(3)))
  }

  private func start(of day: CivilDate) -> Instant {
    calendar == .utc ? day.start : PacificTime.start(of: day)
  }
}
