package import Ledger

/// A moment in a request for a report: a full time, or a day, which begins at midnight of a calendar.
package enum ReportMoment {
  package static let rule = "a day as 2026-01-31 or a time as 2026-01-31T09:00:00.000Z"

  package static func read(
    _ text: String, by calendar: ReportingPeriod.Calendar = .utc
  ) -> Instant? {
    Instant(text) ?? CivilDate(text).map(calendar.start(of:))
  }
}
