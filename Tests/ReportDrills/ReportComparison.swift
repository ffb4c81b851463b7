import HTTP
import Ledger
import Projections
import ReferenceModels
import TestSupport

/// The comparison of one ledger's reports with those of the models.
struct ReportComparison {
  /// The columns that tell rows apart; the others are figures.
  private static let headings: Set<String> = [
    "date", "product", "group", "storefront", "currency", "rate", "reason", "state", "fromDays",
    "cohort", "months", "coin", "entry", "account",
  ]

  private let reported: ReportedLedger
  private let service: ReportService
  private var models: ReportModels
  private(set) var result = ReportDrillResult()

  init(_ reported: ReportedLedger) async throws {
    self.reported = reported
    service = ReportService(pool: reported.ledger.pool, log: reported.ledger.log, patience: .zero)
    models = ReportModels(try await reported.facts())
  }

  /// Asks both for one report.
  mutating func compare(_ item: ReportCase) async throws {
    let name = item.request.name
    let report = try await service.report(item.request)
    let formats = try ReportFormats(report, name)
    result.ask()
    for fault in formats.faults { result.disagree("\(item.words): \(fault)") }
    guard let expected = models.rows(of: name, item.question) else { return }
    let division =
      (item.request.dimensions.map(\.rawValue).sorted()
      + [item.request.intervals?.rawValue ?? ""]).filter { !$0.isEmpty }.joined(separator: "+")
    result.count(
      formats.rows.reduce(0) { $0 + $1.count },
      of: formats.formats.map {
        ReportDrillResult.Kind(
          report: name.rawValue, format: $0.rawValue, division: division,
          calendar: item.request.calendar.rawValue)
      })
    let (found, wanted) = (Self.shown(formats.rows), Self.shown(expected))
    guard found != wanted else { return }
    let missing = wanted.filter { row, count in found[row] ?? 0 < count }.keys
    let surplus = found.filter { row, count in wanted[row] ?? 0 < count }.keys
    result.disagree(
      """
      \(item.words)
        the ledger: \(surplus.map(Self.words).sorted().prefix(4).joined(separator: "\n              "))
        the model:  \(missing.map(Self.words).sorted().prefix(4).joined(separator: "\n              "))
      """)
  }

  /// Compares the sums of the money reports of each time with those of the journal.
  mutating func crossFoot(_ app: BundleID) async throws {
    for period in (reported.periods[app] ?? [])
      + [reported.periods[app]?.last?.next].compactMap(\.self)
    {
      var rows: [ReportName: [ModelReportRow]] = [:]
      for name in [ReportName.sales, .proceeds, .commission, .deferredRevenue, .journal] {
        var request = ReportRequest(name, of: app)
        (request.from, request.to, request.calendar) = (period.from, period.to, period.calendar)
        let report = try await service.report(request)
        rows[name] = try ReportFormats(report, name).rows
      }
      result.ask()
      for fault in ReportSums(rows).faults { result.disagree("\(app) \(period.name): \(fault)") }
    }
  }

  /// Returns the rows with how often each stands, without those of which every figure is 0.
  static func shown(_ rows: [ModelReportRow]) -> [ModelReportRow: Int] {
    rows.reduce(into: [:]) { shown, row in
      var row = row
      // How often a line was corrected is a matter of the ledger's own lines.
      row["corrections"] = nil
      let figures = row.filter { !headings.contains($0.key) }.values
      guard !figures.allSatisfy({ $0 == "0" || $0.isEmpty }) else { return }
      shown[row, default: 0] += 1
    }
  }

  private static func words(_ row: ModelReportRow) -> String {
    row.filter { $0.value != "0" && !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
