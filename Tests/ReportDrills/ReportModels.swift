import Ledger
import ReferenceModels
import Reports

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
  /// The errors that the models make; none by default.
  private var errors: (books: BooksMutation?, debt: DebtMutation?, customers: CustomersMutation?)

  init(_ facts: ModelReportFacts) {
    self.facts = facts
    lives = CrowdOfLives.apart(facts.events).map { events in
      ModelReportFacts(
        events: events, closes: facts.closes, terms: facts.terms, settings: facts.settings,
        taxes: facts.taxes)
    }
  }

  /// Returns the models with an error, and with the books that are made already unless the error is in these.
  func making(_ mutation: ReportMutation) -> ReportModels {
    var models = self
    switch mutation {
    case .books(let mutation): (models.errors.books, models.known) = (mutation, [:])
    case .debt(let mutation): models.errors.debt = mutation
    case .customers(let mutation): models.errors.customers = mutation
    }
    return models
  }

  /// Returns the rows that a report should have; nil for one without a model.
  mutating func rows(
    of name: ReportName, _ question: ModelReportQuestion
  ) -> [ModelReportRow]? {
    switch name {
    case .sales: SalesModel(facts, mutation: errors.books).rows(of: question, in: books(question))
    case .proceeds:
      ProceedsModel(facts, mutation: errors.books).rows(of: question, in: books(question))
    case .commission:
      CommissionReportModel(facts, mutation: errors.books).rows(of: question, in: books(question))
    case .deferredRevenue: DebtModel(facts, mutation: errors.debt).rows(of: question)
    case .journal:
      PostingsModel(facts, mutation: errors.books, debt: errors.debt).rows(
        of: question, in: books(question))
    case .refunds: RefundModel(facts, mutation: errors.debt).rows(of: question, in: books(question))
    case .coins: CoinReportModel(facts, mutation: errors.debt).rows(of: question)
    case .subscribers: SubscribersModel(facts, mutation: errors.customers).rows(of: question)
    case .monthlyRecurringRevenue:
      RecurringRevenueModel(facts, mutation: errors.customers).rows(of: question)
    case .retention: RetentionModel(facts, mutation: errors.customers).rows(of: question)
    case .tenure: TenureReportModel(facts, mutation: errors.customers).rows(of: question)
    case .reconciliation: nil
    }
  }

  private mutating func books(_ question: ModelReportQuestion) -> ModelBooks {
    let key = BooksKey(app: question.app, cut: question.cut)
    if let books = known[key] { return books }
    let books = ModelBooks(
      joining: lives.map { ModelBooks($0, for: question, mutation: errors.books) }, facts,
      for: question)
    known[key] = books
    return books
  }
}
