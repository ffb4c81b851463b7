import Ledger

/// A table of the bookings of a question's time, divided and dated as it asks.
struct ModelBookTable {
  private struct Heading: Hashable {
    let columns: ModelReportRow
  }

  let question: ModelReportQuestion
  let mutation: BooksMutation?

  /// Returns a row for each heading, with the sums of the figures of its bookings. Leaves out rows in which
  /// every figure is 0.
  func rows(
    _ bookings: [ModelBooking], heading: (ModelBooking) -> ModelReportRow,
    figures: (ModelBooking) -> [String: Int128]
  ) -> [ModelReportRow] {
    rows(bookings.map { ($0, figures($0)) }, heading: heading)
  }

  /// Returns the rows of bookings with their figures.
  func rows(
    _ bookings: [(booking: ModelBooking, figures: [String: Int128])],
    heading: (ModelBooking) -> ModelReportRow
  ) -> [ModelReportRow] {
    var sums: [Heading: [String: Int128]] = [:]
    for (booking, figures) in bookings where isInTime(booking.bookedAt) {
      sums[Heading(columns: heading(booking)), default: [:]]
        .merge(figures, uniquingKeysWith: +)
    }
    return sums.filter { $0.value.contains { $0.value != 0 } }.map { heading, figures in
      heading.columns.merging(figures.mapValues { "\($0)" }) { column, _ in column }
    }
  }

  /// Returns true if a moment lies in the time of the question.
  func isInTime(_ moment: Instant) -> Bool {
    let isEnd = mutation == .endIncluded && moment == question.to
    return question.from.map { $0 <= moment } ?? true && (moment < question.to || isEnd)
  }

  /// Returns the columns of the divisions that are asked for, of the currency, and of the date.
  func divisions(of booking: ModelBooking) -> ModelReportRow {
    let entry = booking.entry
    var columns = ["currency": entry.currency ?? ""]
    if question.divisions.contains(.product) { columns["product"] = entry.product.rawValue }
    if question.divisions.contains(.group) { columns["group"] = entry.group?.rawValue ?? "" }
    if question.divisions.contains(.storefront) { columns["storefront"] = entry.storefront ?? "" }
    switch question.interval {
    case nil: break
    case .day: columns["date"] = day(of: booking.bookedAt).description
    case .month: columns["date"] = month(of: booking.bookedAt)
    }
    return columns
  }

  /// Returns the day of a moment: in UTC, or in Pacific time.
  func day(of moment: Instant) -> CivilDate {
    switch calendar {
    case .utc: CivilDate(of: moment)
    case .pacific, .fiscal: PacificTime.day(of: moment)
    }
  }

  /// Returns the month of a moment by its year, of the fiscal calendar by Apple's.
  private func month(of moment: Instant) -> String {
    let day = day(of: moment)
    return calendar == .fiscal
      ? FiscalMonth(of: day).description : String(day.description.prefix(7))
  }

  private var calendar: ModelReportQuestion.Calendar {
    mutation == .datesInUTC ? .utc : question.calendar
  }
}
