import Foundation
import Ledger
import Reports
import TestSupport
import Testing

/// Every report over HTTP in every format and division: each is answered, and the formats say the same.
struct EveryReportTests {
  private static let divisions = [
    "", "product", "group", "storefront", "currency", "product,storefront",
    "product,group,storefront,currency",
  ]

  /// Returns the requests for a report, without the format.
  private func requests(for name: ReportName) -> [String] {
    let time =
      name == .reconciliation ? "period=2025-01&calendar=pacific" : "from=2025-01-01&to=2025-04-01"
    let intervals = name.specification.hasIntervals ? ["", "day", "month"] : [""]
    return Self.divisions.flatMap { division in
      intervals.map { interval in
        let by = [division, interval].filter { !$0.isEmpty }.joined(separator: ",")
        return "\(name.rawValue)?\(time)" + (by.isEmpty ? "" : "&by=\(by)")
      }
    }
  }

  @Test(arguments: ReportName.allCases)
  func `a report says the same in every format and division`(name: ReportName) async throws {
    try await TestService.with { service in
      var japanese = PaidMonths("4000")
      (japanese.storefront, japanese.currency, japanese.price) = ("JPN", "JPY", 1_500_000)
      japanese.refunded = Instant(day: "2025-01-20")
      try await service.ledger.record(PaidMonths("3000").events(2) + japanese.events(1))
      try await service.ledger.project()
      for request in requests(for: name) {
        let csv = try await service.reportRows(request)
        let json = try await service.get("/v1/reports/\(request)&format=json")
        #expect(json.status == 200, "\(request): \(json.body)")
        let body = try JSONSerialization.jsonObject(with: Data(json.body.utf8)) as? [String: Any]
        let columns = csv.first?.split(separator: ",").map(String.init) ?? []
        let lines = (body?["rows"] as? [[String: Any]] ?? []).map { row in
          columns.map { row[$0].map { $0 is NSNull ? "" : "\($0)" } ?? "?" }.joined(separator: ",")
        }
        #expect(lines == Array(csv.dropFirst()), "\(request)")
        let workbook = try await service.workbook(request)
        #expect(workbook.csvRows.map { $0.joined(separator: ",") } == lines, "\(request)")
        #expect(workbook.heading.last == columns, "\(request)")
        for format in name.specification.formats {
          let answer = try await service.get("/v1/reports/\(request)&format=\(format.rawValue)")
          #expect(answer.status == 200, "\(request) as \(format.rawValue): \(answer.body)")
        }
      }
    }
  }
}
