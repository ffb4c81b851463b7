/// A fault in the options of a request for a report. Each door says it in its own words.
package enum ReportFault: Error, Hashable {
  /// A format, a calendar, divisions or a month that there are not.
  case format, calendar, by, period
  /// No moment, no number of days, or neither true nor false.
  case moment(ReportOption)
  case days(ReportOption)
  case truth(ReportOption)
  /// A calendar without a time or divisions that it could be of.
  case idleCalendar
  case periodBesideTimes
  /// Days or months of a report that needs a beginning for them.
  case byWithoutBeginning
  /// An end that is not later than the beginning.
  case reversed
  /// No month of Apple's days, which reconciliation needs.
  case noAppleMonth
  /// The option of a list that another report has.
  case listOf(ReportName, ReportOption)
  /// Both lists of a report.
  case twoLists
}
