import Foundation
import Ledger
import Projections
import Reports
import TestSupport
import Testing

/// Workbooks, read by a program that others wrote.
struct WorkbookReaderTests {
  private struct Told: Decodable {
    struct Cell: Decodable {
      let content: String
      let isNumber: Bool
      let format: String
      let isBold: Bool
    }

    let name: String
    let frozen: String
    let rows: [[Cell?]]
  }

  private static let rows: [[Report.Value]] = [
    [
      .text("EUR"), .money(9_995), .number(9_007_199_254_740_993), .decimal("0.40000"),
      .balance(-3),
    ],
    [.text("=1+1"), .money(9_007_199_254_740_993), .number(0), .decimal(nil), .balance(0)],
    [
      .text("a <b> & \"c\"\n\t\r\u{1} _x0041_ 玩家 "), .money(nil), .measure(-7), .decimal("1.5"),
      .balance(10),
    ],
    [.text(nil), .money(0), .measure(nil), .decimal("0.1"), .balance(1_000)],
  ]

  @Test(
    .enabled("openpyxl comes from the package index") { await PythonPackage.openpyxl.isHere })
  func `openpyxl reads the cells that were written`() async throws {
    try await TestLedger.with { ledger in
      let report = try await ledger.reports.report(ReportRequest(.sales, of: TestLedger.bundleID))
      let bytes = try ReportWorkbook.bytes(
        report.with(columns: ["a", "b", "c", "d", "e"], rows: Self.rows))
      let printed = try PythonPackage.openpyxl.run(
        "python", [PythonPackage.programs.appending(path: "read_workbook.py").path],
        input: Data(bytes))
      let told = try JSONDecoder().decode(Told.self, from: Data(printed.utf8))
      #expect(told.name == "sales")
      #expect(told.frozen == "A4")
      let expected = try ReadWorkbook(bytes).rows
      try #require(told.rows.count == 7 && expected.count == 7)
      for (found, written) in zip(told.rows, expected) {
        #expect(found.count == 5)
        for (index, cell) in found.enumerated() {
          Self.compare(cell, index < written.count ? written[index] : nil)
        }
      }
    }
  }

  /// Python reads a number with a point as a floating-point number, and prints its shortest form.
  private static func compare(_ found: Told.Cell?, _ written: ReadWorkbook.Cell?) {
    let isSame =
      written?.isNumber == true && written?.content.contains(".") == true
      ? found.flatMap { Double($0.content) } == written.flatMap { Double($0.content) }
      : found?.content == written?.content
    #expect(isSame, "\(found?.content ?? "nothing") and \(written?.content ?? "nothing")")
    #expect(found?.isNumber == written?.isNumber)
    #expect(found?.format == written?.format)
    #expect(found?.isBold == written?.isBold)
  }
}
