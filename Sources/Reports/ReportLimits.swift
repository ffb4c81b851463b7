package import Ledger

/// A request that would divide a report into more days or months than one report has.
package struct TooManyIntervals: Error, Hashable, CustomStringConvertible {
  let length: ReportInterval.Length
  let count: Int64

  /// The fault and the remedy, as the end of a sentence about `by`.
  package var description: String {
    let finer = length == .day ? ", or divide it by month" : ""
    return
      "divides this time into \(count) \(length.rawValue)s, and a report has at most "
      + "\(ReportInterval.countMax): name a later first moment or an earlier last one\(finer)"
  }
}

extension ReportInterval {
  /// The most days or months of one report.
  package static let countMax: Int64 = 1_000
  /// The day on which the App Store opened. A time without a beginning is counted from it.
  private static let opening = CivilDate(firstOf: 7, in: 2008)

  /// Throws if a time has more than `countMax` of these days or months.
  ///
  /// - Parameter from: the first moment of the time; nil for the beginning.
  package func requireFew(from: Instant?, to: Instant) throws(TooManyIntervals) {
    let first = from.map(calendar.day(of:)) ?? Self.opening
    let last = calendar.day(of: to + .milliseconds(-1))
    let count =
      switch length {
      case .day: last.daysSince1970 - first.daysSince1970 + 1
      case .month: month(of: last) - month(of: first) + 1
      }
    guard count <= Self.countMax else { throw TooManyIntervals(length: length, count: count) }
  }

  /// Returns a number of the month in which a day lies, of which the difference counts months.
  private func month(of day: CivilDate) -> Int64 {
    guard calendar == .fiscal else { return day.year * 12 + day.month }
    let month = FiscalMonth(of: day)
    return month.year * 12 + month.month
  }
}
