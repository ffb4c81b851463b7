import ReferenceModels
import Reports

/// The sums of the money reports of one time, each against the journal's postings.
struct ReportSums {
  /// The reports that are compared, the journal aside.
  static let reports: [ReportName] = [.sales, .proceeds, .commission, .refunds, .deferredRevenue]

  /// The names that tell sums apart: those by which the journal and the reports are divided.
  private let places: [String]
  private let journal: [ModelReportRow]
  private let rows: [ReportName: [ModelReportRow]]

  init(
    _ rows: [ReportName: [ModelReportRow]], journal: [ModelReportRow],
    dividedBy dimensions: Set<ReportDimension>
  ) {
    (self.rows, self.journal) = (rows, journal)
    places = [ReportDimension.product, .storefront, .currency]
      .filter(dimensions.union([.currency]).contains).map(\.rawValue)
  }

  /// Returns a sentence on each sum that the journal does not have.
  var faults: [String] {
    let charged: (String) -> Bool = { $0 != "recognition" && $0 != "settlement" }
    let isOfService: (String) -> Bool = { $0 != "settlement" }
    return [
      fault(
        "sales.net", sum(.sales, ["net": 1]),
        postings(["receivable", "tax", "commission"], charged)),
      fault(
        "proceeds.proceeds", sum(.proceeds, ["proceeds": 1]), postings(["receivable"], charged)),
      fault(
        "proceeds.estimatedTax", sum(.proceeds, ["estimatedTax": 1]), postings(["tax"], charged)),
      fault(
        "proceeds.commission", sum(.proceeds, ["commission": 1]), postings(["commission"], charged)),
      fault(
        "commission.netCommission", sum(.commission, ["netCommission": 1]),
        postings(["commission"], charged)),
      fault(
        "commission.returned", sum(.commission, ["price": 1, "returned": -1]),
        sum(.sales, ["net": 1])),
      fault(
        "refunds.refunded", sum(.refunds, ["refunded": 1]),
        postings(["refunds"], { $0 == "refund" })),
      fault(
        "deferred-revenue", sum(.deferredRevenue, ["opening": 1, "closing": -1]),
        postings(["deferredRevenue"], isOfService)),
      fault(
        "deferred-revenue recognized", sum(.deferredRevenue, ["recognized": -1]),
        postings(["revenue"], { $0 == "recognition" })),
    ].compactMap(\.self)
  }

  private func sum(_ name: ReportName, _ columns: [String: Int128]) -> [String: Int128] {
    (rows[name] ?? []).reduce(into: [:]) { sums, row in
      let amount = columns.reduce(0) { $0 + $1.value * (Int128(row[$1.key] ?? "") ?? 0) }
      sums[place(row), default: 0] += amount
    }.filter { $0.value != 0 }
  }

  private func postings(
    _ accounts: Set<String>, _ isCounted: (String) -> Bool
  ) -> [String: Int128] {
    journal.reduce(into: [:]) { sums, row in
      guard accounts.contains(row["account"] ?? ""), isCounted(row["entry"] ?? "") else { return }
      sums[place(row), default: 0] += Int128(row["amount"] ?? "") ?? 0
    }.filter { $0.value != 0 }
  }

  private func place(_ row: ModelReportRow) -> String {
    places.map { row[$0] ?? "" }.joined(separator: " ")
  }

  private func fault(
    _ name: String, _ found: [String: Int128], _ expected: [String: Int128]
  ) -> String? {
    let differing = Set(found.keys).union(expected.keys)
      .filter { found[$0] ?? 0 != expected[$0] ?? 0 }.sorted()
    guard let place = differing.first else { return nil }
    return "\(name) of \(place) is \(found[place] ?? 0), the journal has \(expected[place] ?? 0)"
  }
}
