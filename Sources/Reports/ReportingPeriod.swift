package import Ledger

/// A month that finance closes, by one of three calendars.
package struct ReportingPeriod: Hashable, Sendable {
  package enum Calendar: String, CaseIterable, Sendable {
    /// Months of UTC.
    case utc
    /// Months of Pacific time, by which Apple's sales reports divide days.
    case pacific
    /// Months of Apple's fiscal year, by which Apple pays.
    case fiscal
  }

  package let calendar: Calendar
  package let from: Instant
  /// The first moment after the period.
  package let to: Instant
  private let month: FiscalMonth

  /// As 2026-10; a fiscal month by fiscal year and month.
  package var name: String { month.description }

  /// Parses a month as 2026-10; nil for anything else.
  package init?(_ name: String, by calendar: Calendar) {
    guard let month = FiscalMonth(name) else { return nil }
    self.init(month, by: calendar)
  }

  private init(_ month: FiscalMonth, by calendar: Calendar) {
    self.month = month
    self.calendar = calendar
    (from, to) = (Self.start(of: month, calendar), Self.start(of: month.after, calendar))
  }

  package var next: ReportingPeriod { ReportingPeriod(month.after, by: calendar) }

  private static func start(of month: FiscalMonth, _ calendar: Calendar) -> Instant {
    let first = CivilDate(firstOf: month.month, in: month.year)
    return switch calendar {
    case .utc: first.start
    case .pacific: PacificTime.start(of: first)
    case .fiscal: PacificTime.start(of: month.first)
    }
  }
}
