import Ledger
import Projections
import ReferenceModels
import Reports
import TestSupport

/// The comparison of one ledger's reports with those of the models.
struct ReportComparison {
  /// The columns that tell rows apart; the others are figures.
  private static let headings: Set<String> = [
    "date", "product", "group", "storefront", "currency", "rate", "reason", "state", "fromDays",
    "cohort", "months", "coin", "entry", "account",
  ]

  /// The divisions in which sums are compared with those of the journal.
  private static let divisions: [(Set<ReportDimension>, ReportInterval.Length?)] = [
    (Set(ReportDimension.allCases), nil), ([], nil), ([.product], .month), ([.storefront], .day),
    ([.group, .currency], nil),
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
    let division = ReportDrillResult.Kind.division(
      item.request.dimensions, item.request.intervals)
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

  /// Compares the sums of the money reports of each month with those of the journal, in several divisions.
  mutating func crossFoot(_ app: BundleID) async throws {
    let months = reported.periods[app] ?? []
    for period in months + [months.last?.next].compactMap(\.self) {
      let journal = try await rows(.journal, of: app, in: period)
      for (dimensions, intervals) in Self.divisions {
        var rows: [ReportName: [ModelReportRow]] = [:]
        for name in ReportSums.reports {
          rows[name] = try await self.rows(
            name, of: app, in: period, by: name == .refunds ? nil : dimensions,
            name.specification.hasIntervals ? intervals : nil)
        }
        result.ask()
        let division = ReportDrillResult.Kind.division(dimensions, intervals)
        for fault in ReportSums(rows, journal: journal, dividedBy: dimensions).faults {
          result.disagree("\(app) \(period.name) by \(division): \(fault)")
        }
      }
    }
  }

  private func rows(
    _ name: ReportName, of app: BundleID, in period: ReportingPeriod,
    by dimensions: Set<ReportDimension>? = nil, _ intervals: ReportInterval.Length? = nil
  ) async throws -> [ModelReportRow] {
    var request = ReportRequest(name, of: app)
    (request.from, request.to, request.calendar) = (period.from, period.to, period.calendar)
    request.dimensions = dimensions ?? request.dimensions
    request.intervals = intervals
    return try ReportFormats(try await service.report(request), name).rows
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
