import Access
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Reports
import TestSupport
import Testing

extension TestService {
  /// Returns the lines of a report in CSV, the heads first, without its cut.
  ///
  /// - Parameter path: the report with its parameters, such as `sales?by=product`.
  func reportRows(_ path: String) async throws -> [String] {
    let answer = try await get("/v1/reports/\(path)&format=csv")
    try #require(answer.status == 200, "\(answer.body)")
    return answer.body.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).dropLast(
        ReportCSV.cutColumns.count
      )
      .joined(separator: ",")
    }
  }

  /// Returns a report as a workbook.
  ///
  /// - Parameter path: the report with its parameters, such as `sales?by=product`.
  func workbook(_ path: String) async throws -> ReadWorkbook {
    let answer = try await client.executeRequest(
      uri: "/v1/reports/\(path)&format=xlsx", method: .get,
      headers: [.authorization: "Bearer \(key.text)"], body: nil)
    try #require(answer.status == .ok, "\(path): \(String(buffer: answer.body))")
    return try ReadWorkbook(Array(answer.body.readableBytesView))
  }

  /// Expects the lines of a report in CSV, the heads first, without its cut.
  func expectReport(
    _ path: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await reportRows(path)
    #expect(found == lines, sourceLocation: sourceLocation)
  }
}
