import Ledger

/// The conversion of a report's amounts into one currency, beside which the rate and its day are shown.
package struct ReportConversion: Sendable {
  private static let columns = ["originalCurrency", "rate", "rateDate"]

  private let rates: ExchangeRates
  private let calendar: ReportingPeriod.Calendar

  /// - Parameter calendar: the calendar of the report's days and months.
  package init(by rates: ExchangeRates, _ calendar: ReportingPeriod.Calendar) {
    self.rates = rates
    self.calendar = calendar
  }

  /// Returns the report in the currency of the rates. Each amount is rounded by itself, half a milliunit up.
  ///
  /// A row has the rate of its day, of the last day of its month, or of the last day of the report. Throws
  /// the currency and the day of which there is no rate.
  package func convert(_ report: Report) throws(ExchangeRates.Fault) -> Report {
    guard let place = report.columns.firstIndex(of: "currency") else { return report }
    var rows: [[Report.Value]] = []
    for row in report.rows { rows.append(try convert(row, of: report, place)) }
    var columns = report.columns
    columns.insert(contentsOf: Self.columns, at: place + 1)
    return report.with(columns: columns, rows: rows)
  }

  private func convert(
    _ row: [Report.Value], of report: Report, _ place: Int
  ) throws(ExchangeRates.Fault) -> [Report.Value] {
    guard case .text(let currency?) = row[place] else { return spread(row, place, nil, nil, nil) }
    guard currency != rates.currency else { return spread(row, place, currency, "1", nil) }
    let day = day(of: row, in: report)
    guard let rate = rates.rate(of: currency, on: day) else {
      throw ExchangeRates.Fault(
        description: "there is no rate of \(currency) on or before \(day): add a line")
    }
    let converted = row.map { (value: Report.Value) -> Report.Value in
      switch value {
      case .money(let amount): .money(amount.map(rate.convert))
      case .balance(let amount): .balance(rate.convert(amount))
      case .text, .number, .measure, .decimal: value
      }
    }
    return spread(converted, place, currency, rate.text, rate.day.description)
  }

  /// Returns the row with its original currency, the rate and the day of the rate.
  private func spread(
    _ row: [Report.Value], _ place: Int, _ original: String?, _ rate: String?, _ day: String?
  ) -> [Report.Value] {
    row[..<place] + [.text(original == nil ? nil : rates.currency)]
      + [original, rate, day].map { .text($0) } + row[(place + 1)...]
  }

  private func day(of row: [Report.Value], in report: Report) -> CivilDate {
    let last = lastDay(before: report.to)
    guard
      let place = report.columns.firstIndex(where: { ["date", "refundedAt"].contains($0) }),
      case .text(let text?) = row[place]
    else { return last }
    if let moment = Instant(text) { return lastDay(before: moment + .milliseconds(1)) }
    if let start = Instant(text + "T00:00:00Z") { return CivilDate(of: start) }
    return ReportingPeriod(text, by: calendar).map { min(lastDay(before: $0.to), last) } ?? last
  }

  private func lastDay(before end: Instant) -> CivilDate {
    let moment = end + .milliseconds(-1)
    return calendar == .utc ? CivilDate(of: moment) : PacificTime.day(of: moment)
  }
}
