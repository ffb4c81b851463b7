import AppleReports
import EventStore
import Ledger
import Postgres
import Reports

/// A maker of the bridge from the ledger's sales and proceeds to Apple's, by Pacific days.
struct ReconciliationReports: Sendable {
  private let log: EventLog
  private let books: SharedBooks
  private let frame: JournalFrame
  private let files: AppleFileStore
  private let apps: AppsOfProductsReader
  private let accounts: ChainAccounts
  private let subscriptions: SubscriptionFindings

  init(
    pool: Pool, log: EventLog, cuts: ReportCuts, books: SharedBooks, appleIDs: [BundleID: Int64]
  ) {
    self.log = log
    self.books = books
    frame = JournalFrame(pool: pool, log: log, cuts: cuts)
    files = AppleFileStore(pool)
    apps = AppsOfProductsReader(pool: pool, log: log, appleIDs: appleIDs)
    accounts = ChainAccounts(pool: pool, log: log)
    subscriptions = SubscriptionFindings(pool: pool, log: log, cuts: cuts, apps: apps)
  }

  /// Returns the bridge: the ledger's figures, each difference with its reason, Apple's figures, and what
  /// Apple settled, if the time is a fiscal month whose file is there.
  ///
  /// Facts count on the day that Apple says, whatever was closed before they became known. The list of
  /// uncertain charges is made of the same figures.
  func report(_ request: ReportRequest) async throws -> Report {
    let question = try await frame.question(request)
    let span = question.span
    if request.list == .subscriptions {
      return frame.report(question, rows: try await subscriptions.rows(question))
    }
    let days = PacificTime.day(of: span.from)...PacificTime.day(of: span.to + .milliseconds(-1))
    let shared = SharedState(try await log.reading.shared(upTo: span.last.lanes[0] ?? 0))
    let apple = try await AppleFigures.read(
      files.known(at: request.knownAt), of: days, for: request, by: apps, shared)
    let ledger = try await sold(in: span, request)
    if request.list == .uncertain { return try await uncertain(question, ledger, apple) }
    return frame.report(question, rows: SalesBridge(ledger: ledger, apple: apple).rows)
  }

  private func uncertain(
    _ question: JournalFrame.Question, _ ledger: [Sold.Key: Sold], _ apple: AppleFigures
  ) async throws -> Report {
    let charges = try await uncertainCharges(in: question.span, question.request)
    let check = RateCheck(
      ledger: ledger, apple: apple.sold, undivided: apple.undivided, days: apple.days)
    let accounts = try await accounts.accounts(
      of: charges.chains, knownAt: question.request.knownAt)
    return frame.report(question, rows: charges.rows(check, accounts))
  }

  private func sold(
    in span: JournalSpan, _ request: ReportRequest
  ) async throws -> [Sold.Key: Sold] {
    try await books.read(in: request.environment, upTo: span.last) { [log] shared, connection in
      let places = Array(shared)
      var sales = LedgerSales()
      try sales.add(
        connection.query(
          .journalSold, log.lanes, request.environment.rawValue, request.app.rawValue, span.from,
          span.to, span.lanes, span.lastPositions, places.map(\.lane), places.map(\.stream)))
      return sales
    } adding: { book, sales in
      sales.add(book, of: request.app, in: span)
    }.sold
  }

  private func uncertainCharges(
    in span: JournalSpan, _ request: ReportRequest
  ) async throws -> UncertainCharges {
    try await books.read(in: request.environment, upTo: span.last) { [log] shared, connection in
      let places = Array(shared)
      var charges = UncertainCharges()
      try charges.add(
        connection.query(
          .commissionUncertain, log.lanes, request.environment.rawValue, request.app.rawValue,
          span.from, span.to, span.lastMoment, places.map(\.lane), places.map(\.stream)),
        of: request.app, in: request.environment)
      return charges
    } adding: { book, charges in
      charges.add(book, of: request.app, in: span)
    }
  }
}
