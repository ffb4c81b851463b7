import Ledger
import Projections
import ReferenceModels

/// The models of all reports over one ledger's facts.
struct ReportModels {
  private struct BooksKey: Hashable {
    let app: BundleID
    let cut: Position
  }

  private let facts: ModelReportFacts
  /// The facts of each life by itself: the books are made event by event, and no life changes those of another.
  private let lives: [ModelReportFacts]
  private var known: [BooksKey: ModelBooks] = [:]

  init(_ facts: ModelReportFacts) {
    self.facts = facts
    lives = CrowdOfLives.apart(facts.events).map { events in
      ModelReportFacts(
        events: events, closes: facts.closes, terms: facts.terms, settings: facts.settings,
        taxes: facts.taxes)
    }
  }

  /// Returns the rows that a report should have; nil for one without a model.
  mutating func rows(
    of name: ReportName, _ question: ModelReportQuestion
  ) -> [ModelReportRow]? {
    switch name {
    case .sales: SalesModel(facts).rows(of: question, in: books(question))
    case .proceeds: ProceedsModel(facts).rows(of: question, in: books(question))
    case .commission: CommissionReportModel(facts).rows(of: question, in: books(question))
    case .deferredRevenue: DebtModel(facts).rows(of: question)
    case .journal, .refunds, .coins, .subscribers, .monthlyRecurringRevenue, .retention, .tenure,
      .reconciliation:
      nil
    }
  }

  private mutating func books(_ question: ModelReportQuestion) -> ModelBooks {
    let key = BooksKey(app: question.app, cut: question.cut)
    if let books = known[key] { return books }
    let books = ModelBooks(
      joining: lives.map { ModelBooks($0, for: question) }, facts, for: question)
    known[key] = books
    return books
  }
}
