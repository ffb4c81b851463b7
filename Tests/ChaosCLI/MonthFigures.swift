import Chaos

/// What is told of a month of which a ledger did not hear everything in time.
struct MonthFigures {
  let report: MonthReport

  var text: String {
    """
    \(report.notifications) notifications, \(report.failed) of them had not arrived; one question for \
    Apple's history repaired \(report.status.repaired). Completeness \(report.status.completenessPercent) %. \
    \(report.customers) customers were asked about, \(report.differences.count) answers are not true.
    """
  }
}
