import Projections
import ReferenceModels

/// The models of all reports over one ledger's facts.
struct ReportModels {
  init(_ facts: ModelReportFacts) {}

  /// Returns the rows that a report should have; nil for one without a model.
  func rows(of name: ReportName, _ question: ModelReportQuestion) -> [ModelReportRow]? { nil }
}
