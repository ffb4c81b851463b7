import Ledger
import Projections
import TestSupport
import Testing

@testable import HTTP

/// The most days and months of a report.
struct ReportLimitTests {
  @Test(arguments: [
    ("sales?by=day&from=2024-01-01&to=2026-09-27", nil),
    ("sales?by=day&from=2024-01-01&to=2026-09-28", "1001 days"),
    ("sales?by=day&from=2024-01-01&to=2026-09-27T00:00:00.001Z", "1001 days"),
    ("proceeds?by=day&from=2024-01-01&to=2026-09-28", "1001 days"),
    ("commission?by=day&from=2024-01-01&to=2026-09-28", "1001 days"),
    ("deferred-revenue?by=day&from=0000-01-01&to=9999-12-31", "3652424 days"),
    ("deferred-revenue?by=day&from=2024-01-01&to=2026-09-27", nil),
    ("deferred-revenue?by=month&from=1943-01-01&to=2026-05-01", nil),
    ("deferred-revenue?by=month&from=1943-01-01&to=2026-05-02", "1001 months"),
    ("sales?by=month&to=2100-01-01", "1098 months"), ("sales?by=month&to=2026-05-01", nil),
    ("sales?by=month&calendar=fiscal&from=1943-01-01&to=2090-05-16", "1769 months"),
    ("sales?by=day&to=2026-05-01", "6513 days"),
    ("journal?from=0000-01-01&to=9999-12-31", nil),
    ("retention?from=0000-01-01&to=9999-12-31", nil),
  ])
  func `a report of more than a thousand days or months is refused with a remedy`(
    path: String, count: String?
  ) async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/reports/\(path)")
      guard let count else {
        #expect(answer.status == 200, "\(answer.body)")
        return
      }
      #expect(answer.problem == "400 invalid_parameter")
      #expect(
        answer.body.contains(
          "`by` divides this time into \(count), and a report has at most 1000: name a later first"),
        "\(answer.body)")
      #expect(answer.body.contains("or divide it by month") == count.hasSuffix("days"))
    }
  }
}
