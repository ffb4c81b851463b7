import Foundation
import Reports
import Testing

/// The page of columns, which is made of the specifications of reports.
///
/// `DAICHO_WRITE_GOLDEN=1` writes it anew.
struct ReportColumnTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Daicho.docc/ReportColumns.md").standardizedFileURL
  private static let writes = ProcessInfo.processInfo.environment["DAICHO_WRITE_GOLDEN"] == "1"

  private static let head = """
    # Columns of reports

    The columns of each [report](Reports.md) in their order, and what their values mean. The tests make this page of the
    specifications of reports: see [Adding a report](AddingAReport.md).
    """

  private var lines: [String] {
    ReportSpecification.all.flatMap { report in
      let dated = report.hasIntervals ? [ReportSpecification.Column.date] : []
      return section(report.name.rawValue, dated + report.columns)
        + report.lists.flatMap { list in
          section("\(report.name.rawValue) with \(list.option.rawValue)", list.columns)
        }
    }
  }

  private func section(_ title: String, _ columns: [ReportSpecification.Column]) -> [String] {
    ["", "## \(title)", "", "| column | means |", "|---|---|"]
      + columns.map { "| `\($0.name)` | \($0.definition) |" }
  }

  @Test func `the page of columns defines those of the specifications`() throws {
    let text = ([Self.head] + lines).joined(separator: "\n") + "\n"
    if Self.writes { try Data(text.utf8).write(to: Self.page) }
    #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
  }

  @Test(arguments: ReportSpecification.all.map(\.name))
  func `no report or list has two columns of one name`(name: ReportName) {
    let specification = name.specification
    for columns in [specification.columns] + specification.lists.map(\.columns) {
      #expect(Set(columns.map(\.name)).count == columns.count)
    }
  }

  @Test func `the table has every report once`() {
    #expect(
      ReportSpecification.all.map(\.name.rawValue).sorted()
        == ReportName.allCases.map(\.rawValue).sorted())
    for name in ReportName.allCases { #expect(name.specification.name == name) }
  }
}
