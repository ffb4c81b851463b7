package import Ledger

/// The days or months by which the figures of a report are divided.
package struct ReportInterval: Hashable, Sendable {
  package enum Length: String, CaseIterable, Sendable {
    case day, month
  }

  package let length: Length
  package let calendar: ReportingPeriod.Calendar

  /// Returns the name of the interval in which a moment lies: a day as 2026-10-31, or a month as 2026-10.
  package func name(at moment: Instant) -> String { name(of: calendar.day(of: moment)) }

  /// Returns the name of the interval in which a day of the calendar lies.
  package func name(of day: CivilDate) -> String {
    switch (length, calendar) {
    case (.day, _): day.description
    case (.month, .fiscal): FiscalMonth(of: day).description
    case (.month, .utc), (.month, .pacific): String(day.description.dropLast(3))
    }
  }

  /// Returns the intervals of a time, each with its end. The first and the last may be shorter than the
  /// others.
  package func parts(from: Instant, to: Instant) -> [(name: String, end: Instant)] {
    var parts: [(name: String, end: Instant)] = []
    var start = from
    while start < to {
      let name = name(at: start)
      var day = calendar.day(of: start)
      repeat {
        day = CivilDate(daysSince1970: day.daysSince1970 + 1)
      } while self.name(of: day) == name
      start = min(calendar.start(of: day), to)
      parts.append((name, start))
    }
    return parts
  }
}

extension ReportingPeriod.Calendar {
  /// The name of the time zone of its days.
  package var timeZone: String { self == .utc ? "UTC" : "America/Los_Angeles" }

  package func day(of moment: Instant) -> CivilDate {
    self == .utc ? CivilDate(of: moment) : PacificTime.day(of: moment)
  }

  /// Returns the first moment of a day.
  package func start(of day: CivilDate) -> Instant {
    self == .utc ? day.start : PacificTime.start(of: day)
  }
}
