package import Projections

/// The divisions of a report's figures, as requests name them: dimensions, and days or months.
package struct ReportDivisions: Sendable {
  package private(set) var dimensions: Set<ReportDimension> = []
  package private(set) var intervals: ReportInterval.Length?

  /// Returns the names that a report accepts, as a rule for people.
  package static func rule(for report: ReportName) -> String {
    let dimensions = "some of " + ReportDimension.allCases.map(\.rawValue).oneOf
    return
      (ReportInterval.reports.contains(report) ? dimensions + ", and day or month" : dimensions)
      + ", comma-separated"
  }

  /// Reads names joined by commas; nil if one is not a division of the report.
  package init?(names: String, of report: ReportName) {
    for name in names.split(separator: ",").map(String.init) {
      if let dimension = ReportDimension(rawValue: name) {
        dimensions.insert(dimension)
      } else if let length = ReportInterval.Length(rawValue: name), intervals == nil,
        ReportInterval.reports.contains(report)
      {
        intervals = length
      } else {
        return nil
      }
    }
  }

  /// Divides a report by these.
  package func divide(_ request: inout ReportRequest) {
    request.dimensions = dimensions
    request.intervals = intervals
  }
}
