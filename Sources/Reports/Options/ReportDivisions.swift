/// The divisions of a report's figures, as requests name them: dimensions, and days or months.
package struct ReportDivisions: Sendable {
  private var dimensions: Set<ReportDimension> = []
  private(set) var intervals: ReportInterval.Length?

  /// Returns the names that a report accepts, as a rule for people.
  package static func rule(for report: ReportName) -> String {
    let names = ReportDimension.allCases.map(\.rawValue).joined(separator: ", ")
    let intervals = report.specification.hasIntervals ? ", and day or month" : ""
    return "some of \(names)\(intervals), comma-separated"
  }

  /// Reads names joined by commas; nil if one is not a division of the report.
  init?(names: String, of report: ReportName) {
    for name in names.split(separator: ",").map(String.init) {
      if let dimension = ReportDimension(rawValue: name) {
        dimensions.insert(dimension)
      } else if let length = ReportInterval.Length(rawValue: name), intervals == nil,
        report.specification.hasIntervals
      {
        intervals = length
      } else {
        return nil
      }
    }
  }

  /// Divides a report by these.
  func divide(_ request: inout ReportRequest) {
    request.dimensions = dimensions
    request.intervals = intervals
  }
}
