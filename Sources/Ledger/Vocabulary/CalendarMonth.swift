/// A month of the Gregorian calendar in UTC.
package struct CalendarMonth: Hashable, Sendable {
  /// The number of months since January of the year 0.
  private let number: Int64

  private init(number: Int64) {
    self.number = number
  }

  /// Creates the month in which a moment lies.
  package init(of moment: Instant) {
    let date = CivilDate(of: moment)
    self.init(number: date.year * 12 + date.month - 1)
  }

  package var before: CalendarMonth { CalendarMonth(number: number - 1) }
  package var after: CalendarMonth { CalendarMonth(number: number + 1) }

  /// The first moment of the month.
  package var start: Instant {
    let year = number >= 0 ? number / 12 : (number - 11) / 12
    return CivilDate(firstOf: number - year * 12 + 1, in: year).start
  }
}
