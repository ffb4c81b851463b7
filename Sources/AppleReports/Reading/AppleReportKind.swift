/// A kind of report file, by the name of its type in Apple's API.
package enum AppleReportKind: String, CaseIterable, Hashable, Sendable {
  /// Estimated sales, by day, week, month or year.
  case sales = "SALES"
  /// Active subscriptions at the end of a day.
  case subscription = "SUBSCRIPTION"
  /// Counted subscription events of a day.
  case subscriptionEvent = "SUBSCRIPTION_EVENT"
  /// Transactions of a day, each with a pseudonym of the subscriber.
  case subscriber = "SUBSCRIBER"
  /// Settled sales of a fiscal month, added up by price.
  case financial = "FINANCIAL"
  /// Settled sales of a fiscal month by day.
  case financeDetail = "FINANCE_DETAIL"

  /// The columns by which a header is recognized.
  private static let recognizedColumns = 2

  /// Recognizes the header of a report: at least two of its columns occur in only one kind. Nil for
  /// any other line.
  init?(header: ReportLine) {
    let headings = Set(header.cells.map(Heading.init))
    let counts = Self.allCases.map { kind in
      (kind, headings.count { kind.isDistinctive($0) })
    }
    guard let (kind, count) = counts.max(by: { $0.1 < $1.1 }), count >= Self.recognizedColumns
    else { return nil }
    self = kind
  }

  /// True if lines before the header and totals after the rows belong to the report.
  var isSettled: Bool {
    switch self {
    case .financial, .financeDetail: true
    case .sales, .subscription, .subscriptionEvent, .subscriber: false
    }
  }

  private func isDistinctive(_ heading: Heading) -> Bool {
    switch self {
    case .sales: Self.salesHeadings.contains(heading.words)
    case .subscription: SubscriptionCounter.all.contains { $0.accepts(heading) }
    case .subscriptionEvent: Self.eventHeadings.contains(heading.words)
    case .subscriber: Self.subscriberHeadings.contains(heading.words)
    case .financial: Self.financialHeadings.contains(heading.words)
    case .financeDetail: Self.detailHeadings.contains(heading.words)
    }
  }

  private static let salesHeadings: Set<String> = [
    "begin date", "country code", "currency of proceeds", "parent identifier", "provider country",
    "cmb",
  ]
  private static let eventHeadings: Set<String> = [
    "event", "consecutive paid periods", "original start date", "days before canceling",
    "cancellation reason", "days canceled", "paid service days recovered",
  ]
  private static let subscriberHeadings: Set<String> = [
    "subscriber id", "subscriber id reset", "refund", "purchase date",
  ]
  private static let financialHeadings: Set<String> = [
    "start date", "vendor identifier", "upc", "isrc isbn", "grid",
  ]
  private static let detailHeadings: Set<String> = [
    "transaction date", "settlement date", "developer name",
  ]
}
