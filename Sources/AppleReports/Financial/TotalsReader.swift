/// A reader of the lines after the rows of a settled report: totals by name, such as `Total_Rows`, and
/// a block of totals by country and currency with a header of its own.
struct TotalsReader {
  /// The most cells of a line whose name is unknown. A longer line is a damaged row.
  private static let unknownCellsMax = 3
  private static let currencyLetters = 3

  private enum CountryColumn: String, ReportColumn, CaseIterable {
    case storefront = "Country Of Sale"
    case currency = "Partner Share Currency"
    case quantity = "Quantity"
    case amount = "Extended Partner Share"

    static let required = Set(allCases)
  }

  private let kind: AppleReportKind
  private(set) var totals = FinancialTotals()
  private var lines: [Heading: Int] = [:]
  private var countryColumns: ReportColumns<CountryColumn>?
  private var countryHeaderLine: Int?

  init(kind: AppleReportKind) {
    self.kind = kind
  }

  /// True before the first line.
  var isEmpty: Bool { totals.isEmpty && countryColumns == nil }

  /// Reads one line. Throws if it is neither a total nor a country, or if a figure is damaged.
  mutating func read(_ line: ReportLine) throws(AppleReportError) {
    let name = Heading(line.cells[0])
    lines[name] = line.number
    switch name.words {
    case "total rows": totals.rows = try figure(line)
    case "total units": totals.units = try figure(line)
    case "total amount": totals.amounts[currency(line)] = try figure(line)
    case let words where words.hasPrefix("total"): totals.unchecked.append(String(line.cells[0]))
    default: try readOther(line)
    }
  }

  private mutating func readOther(_ line: ReportLine) throws(AppleReportError) {
    // A line without these columns is no header.
    if let columns = try? ReportColumns<CountryColumn>(line, of: kind) {
      (countryColumns, countryHeaderLine) = (columns, line.number)
    } else if let countryColumns {
      totals.countries.append(try Self.country(countryColumns.cells(of: line)))
    } else if line.cells.count <= Self.unknownCellsMax,
      line.cells[0].contains(where: \.isLetter)
    {
      totals.unchecked.append(String(line.cells[0]))
    } else {
      throw .strayLine(kind, line: line.number)
    }
  }

  /// Compares the totals with the sums of the rows; throws at the first that differs.
  mutating func compare(with sums: SettledSums) throws(AppleReportError) {
    try compare("Total_Rows", totals.rows, with: sums.rows)
    try compare("Total_Units", totals.units, with: sums.units)
    for (currency, amount) in totals.amounts {
      if let currency {
        try compare("Total_Amount", amount, with: sums.amounts[currency] ?? .zero)
      } else if sums.amounts.count <= 1 {
        try compare("Total_Amount", amount, with: sums.amounts.values.first ?? .zero)
      } else {
        totals.unchecked.append("Total_Amount")
      }
    }
    if let countryHeaderLine { try compareCountries(with: sums, line: countryHeaderLine) }
  }

  private func compareCountries(
    with sums: SettledSums, line: Int
  ) throws(AppleReportError) {
    let stated = Dictionary(grouping: totals.countries) {
      SettledSums.Country(storefront: $0.storefront, currency: $0.currency)
    }
    let all = Set(stated.keys).union(sums.countries.keys)
    for country in all.sorted(by: { ($0.storefront, $0.currency) < ($1.storefront, $1.currency) }) {
      let totals = stated[country] ?? []
      let sum = sums.countries[country] ?? (.zero, .zero)
      let name = "\(country.storefront) \(country.currency)"
      for (column, total, sum) in [
        (CountryColumn.quantity, totals.map(\.quantity), sum.quantity),
        (.amount, totals.map(\.extendedPartnerShare), sum.amount),
      ] {
        let total = totals.isEmpty ? nil : total.reduce(.zero, +)
        guard total != sum else { continue }
        throw .total(
          kind, name: "\(column.rawValue) of \(name)", line: line, stated: total, computed: sum)
      }
    }
  }

  private func compare(
    _ name: String, _ stated: ExactDecimal?, with computed: ExactDecimal
  ) throws(AppleReportError) {
    guard let stated, stated != computed else { return }
    throw .total(
      kind, name: name, line: lines[Heading(name)], stated: stated, computed: computed)
  }

  /// Returns the figure of a total: its only cell besides the name and perhaps a currency.
  private func figure(_ line: ReportLine) throws(AppleReportError) -> ExactDecimal {
    let figures = line.cells.dropFirst().filter { !$0.isEmpty && !Self.isCurrency($0) }
    let column = String(line.cells[0])
    guard let figure = figures.first else {
      throw .cell(kind, column: column, line: line.number, .blank)
    }
    guard figures.count == 1 else { throw .strayLine(kind, line: line.number) }
    do {
      return try ExactDecimal(reported: figure)
    } catch {
      throw .cell(kind, column: column, line: line.number, error)
    }
  }

  private func currency(_ line: ReportLine) -> String? {
    line.cells.dropFirst().first(where: Self.isCurrency).map(String.init)
  }

  private static func isCurrency(_ cell: Substring) -> Bool {
    cell.count == currencyLetters && cell.allSatisfy { ("A"..."Z").contains($0) }
  }

  private static func country(
    _ cells: RowCells<CountryColumn>
  ) throws(AppleReportError) -> FinancialTotals.Country {
    FinancialTotals.Country(
      storefront: cells.storefront(.storefront), currency: cells.text(.currency),
      quantity: try cells.amount(.quantity), extendedPartnerShare: try cells.amount(.amount))
  }
}
