import AppleReports
import EventStore
import Ledger
import Postgres
import Reports

/// A maker of the list that compares the ledger's subscriptions with those of Apple's files.
struct SubscriptionFindings: Sendable {
  private let log: EventLog
  private let customers: CustomerReading
  private let files: AppleFileStore
  private let apps: AppsOfProductsReader

  init(pool: Pool, log: EventLog, cuts: ReportCuts, apps: AppsOfProductsReader) {
    self.log = log
    self.apps = apps
    customers = CustomerReading(pool: pool, log: log, cuts: cuts)
    files = AppleFileStore(pool)
  }

  /// Returns the rows of the days of a time that are over at the cut.
  func rows(_ question: JournalFrame.Question) async throws -> [[Report.Value]] {
    let (span, cut) = (question.span, question.cut)
    let end = PacificTime.day(of: min(span.to, cut.moment)).daysSince1970 - 1
    let first = PacificTime.day(of: span.from)
    guard first.daysSince1970 <= end else { return [] }
    let days = first...CivilDate(daysSince1970: end)
    let shared = SharedState(try await log.reading.shared(upTo: cut.position.lanes[0] ?? 0))
    let apple = try await AppleSubscriptions.read(
      files.known(at: question.request.knownAt), of: days, for: question.request, by: apps, shared)
    let ledger = try await customers.reduce(
      LedgerSubscriptions(question.request, days, shared), question.request, at: cut.position
    ) { $0.add($1) }
    return SubscriptionComparison(
      ledger: ledger.counts, apple: apple.counts, days: apple.days, products: apple.products,
      undivided: apple.undivided
    ).findings.map(Self.row)
  }

  private static func row(_ finding: SubscriptionComparison.Finding) -> [Report.Value] {
    [
      .text(finding.result.rawValue), .text(finding.kind.rawValue),
      .text(finding.day?.description), .text(finding.product), .text(finding.storefront),
      .text(finding.name), .measure(finding.ledger), .measure(finding.apple),
    ]
  }
}
