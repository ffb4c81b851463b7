import ReferenceModels
import Reports
import TestSupport

/// A report in every format that it has. Each must say what CSV says.
struct ReportFormats {
  /// The rows of CSV.
  let rows: [ModelReportRow]
  /// A sentence on each format that says something else.
  private(set) var faults: [String] = []
  let formats: [ReportFormat]

  init(_ report: Report, _ name: ReportName) throws {
    formats = name.specification.formats
    let (columns, cells) = ReportTexts.rows(csv: try ReportFile.bytes(report, as: .csv))
    rows = cells.map { Dictionary(uniqueKeysWithValues: zip(columns, $0)) }
    if columns != report.columns { faults.append("csv has the columns \(columns)") }
    let json = try ReportTexts.rows(json: try ReportFile.bytes(report, as: .json))
    if json != rows {
      let (one, other) = zip(json, rows).first { $0 != $1 } ?? ([:], [:])
      faults.append("json has \(one), csv \(other), \(json.count) and \(rows.count) rows")
    }
    let workbook = try ReadWorkbook(try ReportFile.bytes(report, as: .xlsx))
    if workbook.csvRows != cells || workbook.heading.last != columns {
      let (one, other) = zip(workbook.csvRows, cells).first { $0 != $1 } ?? ([], [])
      faults.append(
        "xlsx has \(one), csv \(other), \(workbook.rows.count - 3) and \(cells.count) rows")
    }
    compareTable(report, try ReportFile.bytes(report, as: .table))
    guard name == .journal else { return }
    for format in [ReportFormat.hledger, .beancount] {
      comparePlainText(try ReportFile.bytes(report, as: format), "\(format)")
    }
  }

  private mutating func compareTable(_ report: Report, _ bytes: [UInt8]) {
    let lines = ReportTexts.lines(table: bytes).filter { !$0.hasPrefix("total ") }
    let places = report.columns.indices
    let fine = places.map { place in
      report.rows.contains { row in
        switch row[place] {
        case .money(let amount?), .balance(let amount): amount % 10 != 0
        case .money, .number, .measure, .decimal, .text: false
        }
      }
    }
    let expected = report.rows.map { row in
      places.map { Self.cell(row[$0], isFine: fine[$0]) }.filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    let totals = lines.filter { $0.contains("total ") }
    let own = lines.filter { !$0.contains("total ") }
    // A total may need a third decimal where no row does.
    let isSame = own.count == expected.count && zip(own, expected).allSatisfy(Self.isSame)
    if !isSame {
      faults.append("the table has \(own), expected \(expected), totals \(totals)")
    }
  }

  private static func isSame(_ line: String, _ expected: String) -> Bool {
    let (words, other) = (line.split(separator: " "), expected.split(separator: " "))
    return words.count == other.count
      && zip(words, other).allSatisfy { $0 == $1 || $0 == $1 + "0" }
  }

  private static func cell(_ value: Report.Value, isFine: Bool) -> String {
    switch value {
    case .text(let text): (text ?? "-").split(separator: " ").joined(separator: " ")
    case .number(let number): "\(number)"
    case .measure(let number?): "\(number)"
    case .decimal(let text?): text
    case .measure(nil), .decimal(nil), .money(nil): "-"
    case .money(let amount?), .balance(let amount): decimal(amount, isFine: isFine)
    }
  }

  private static func decimal(_ amount: Int128, isFine: Bool) -> String {
    let (whole, rest) = amount.magnitude.quotientAndRemainder(dividingBy: 1_000)
    let thousandths = String("\(1_000 + rest)".dropFirst())
    return (amount < 0 ? "-" : "") + "\(whole)."
      + (isFine ? thousandths : String(thousandths.dropLast()))
  }

  private mutating func comparePlainText(_ bytes: [UInt8], _ format: String) {
    let names = [
      "receivable": "Assets:Apple:Receivable", "settled": "Assets:Apple:Settled",
      "commission": "Expenses:Apple:Commission", "tax": "Expenses:Apple:Estimated-Tax",
      "deferredRevenue": "Liabilities:Deferred-Revenue", "revenue": "Income:Sales",
      "refunds": "Income:Refunds", "upgrades": "Income:Upgrades",
    ]
    var sums: [String: Int128] = [:]
    for row in rows {
      let account = names[row["account"] ?? ""] ?? "?"
      sums["\(account) \(row["currency"] ?? "")", default: 0] += Int128(row["amount"] ?? "") ?? 0
    }
    let found = ReportTexts.sums(plainText: bytes)
    if found != sums.filter({ $0.value != 0 }) {
      faults.append("\(format) has \(found), csv \(sums)")
    }
  }
}
