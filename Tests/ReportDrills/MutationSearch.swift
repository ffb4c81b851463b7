import Ledger
import Projections
import ReferenceModels
import Reports
import TestSupport

/// A search for the questions to which a ledger and a model with an error have different answers.
struct MutationSearch {
  private let service: ReportService
  private var truth: ReportModels
  /// The models with errors in the books, each with the books that it has made.
  private var mutants: [ReportMutation: ReportModels] = [:]
  private var rest: [ReportMutation]
  private(set) var findings: [ReportMutation: String] = [:]

  init(_ mutations: [ReportMutation], in reported: ReportedLedger) async throws {
    service = ReportService(pool: reported.ledger.pool, log: reported.ledger.log, patience: .zero)
    truth = ReportModels(try await reported.facts())
    rest = mutations
  }

  /// Asks one question, of the ledger and of every model with an error that was not found yet.
  mutating func ask(_ item: ReportCase) async throws {
    let name = item.request.name
    guard !rest.isEmpty, let expected = truth.rows(of: name, item.question) else { return }
    let report = try await service.report(item.request)
    let found = ReportComparison.shown(try ReportFormats(report, name).rows)
    guard found == ReportComparison.shown(expected) else { return }
    for mutation in rest where mutation.reports.contains(name) {
      var mutant = mutants[mutation] ?? truth.making(mutation)
      let rows = mutant.rows(of: name, item.question) ?? []
      if case .books = mutation { mutants[mutation] = mutant }
      guard ReportComparison.shown(rows) != found else { continue }
      findings[mutation] = item.words
      mutants[mutation] = nil
    }
    rest.removeAll { findings[$0] != nil }
  }
}

extension ReportMutation {
  /// The reports in which the error may show.
  fileprivate var reports: Set<ReportName> {
    switch self {
    case .books: [.sales, .proceeds, .commission, .journal]
    case .debt: [.deferredRevenue, .journal, .refunds, .coins]
    case .customers: [.subscribers, .monthlyRecurringRevenue, .retention, .tenure]
    }
  }
}
