import HTTP
import Ledger
import Projections

/// What an account has at a moment, and the events of its chains.
struct AccountExplanation: Encodable {
  private let account: String
  private let at: String
  private let entitlements: [EntitlementBody]
  private let subscriptions: [SubscriptionBody]
  private let tenure: [TenureBody]
  private let events: [HistoryItem]
  private let lines: [String]

  private enum CodingKeys: CodingKey {
    case account, at, entitlements, subscriptions, tenure, events
  }

  init(
    _ account: String, at moment: Instant, entitlements: [Entitlement],
    subscriptions: [SubscriptionStatus], tenure: [GroupTenure], events: [HistoryItem]
  ) {
    self.account = account
    at = moment.description
    self.entitlements = entitlements.map(EntitlementBody.init)
    self.subscriptions = subscriptions.map(SubscriptionBody.init)
    self.tenure = tenure.map { TenureBody($0, isTraced: false) }
    self.events = events
    var lines = ["Account \(account) at \(moment)", "", "May use:"]
    lines += entitlements.isEmpty ? ["  nothing"] : entitlements.map(\.sentence)
    lines += ["", "Subscriptions:"]
    lines += subscriptions.isEmpty ? ["  none"] : subscriptions.map(\.sentence)
    for group in tenure { lines += [""] + TenureStory(of: group, at: moment).lines }
    self.lines = lines
  }

  func show(asJSON: Bool) throws {
    if asJSON { return try Printing.json(self) }
    try Printing.text(lines + ["", "Events:"] + events.flatMap(Timeline.lines))
  }
}

/// A purchase chain at a moment, and all its events.
struct PurchaseExplanation: Encodable {
  private let purchase: PurchaseBody
  private let commission: [CommissionBody]
  private let events: [HistoryItem]

  static func show(
    _ chain: ChainID, from reader: Reader, _ options: ExplainOptions
  ) async throws {
    guard let answer = try await reader.purchase(chain, knownAt: options.known) else {
      throw Failure(
        "no purchase \(chain.originalTransactionID) is known in \(chain.environment.rawValue)")
    }
    let account = try await reader.account(of: answer.value)
    let commission = try await reader.commission(of: chain, knownAt: options.known)
    let recorded = try await reader.events(of: .chain(chain))
      .filter { event in options.known.map { event.recordedAt <= $0 } ?? true }
    let names = try await reader.names(in: recorded)
    let events = recorded.map { HistoryItem($0, names: names) }
    if options.json {
      let purchase = PurchaseBody(
        answer.value, of: account, at: options.moment, position: answer.position)
      return try Printing.json(
        PurchaseExplanation(
          purchase: purchase, commission: commission.map(CommissionBody.init), events: events))
    }
    var lines = answer.value.sentences(of: account, at: options.moment) + ["", "Commission:"]
    lines += commission.isEmpty ? ["  nothing was charged"] : commission.map(\.sentence)
    try Printing.text(lines + ["", "Events:"] + events.flatMap(Timeline.lines))
  }
}

extension Entitlement {
  fileprivate var sentence: String {
    let until = expiresAt.map { "until \($0)" } ?? "for ever"
    let events = because.map(\.description).joined(separator: ", ")
    return "  \(productID)  \(state.rawValue)  from \(startsAt)  \(until)  because of \(events)"
  }
}

extension SubscriptionStatus {
  fileprivate var sentence: String {
    let events = because.map(\.description).joined(separator: ", ")
    return "  \(chain.originalTransactionID)  \(productID)  \(status.rawValue)  "
      + "period ends \(expiresAt)  because of \(events)"
  }
}

extension ChainState {
  fileprivate func sentences(of account: AccountID?, at moment: Instant) -> [String] {
    let owner = account?.rawValue ?? (owner == nil ? "nobody known" : "an account that was erased")
    let bought = transactions.values.sorted {
      ($0.purchase.purchaseDate, $0.transactionID) < ($1.purchase.purchaseDate, $1.transactionID)
    }
    return [
      "Purchase \(chain.originalTransactionID) in \(chain.environment.rawValue) at \(moment)",
      "Belongs to \(owner)", "", "Subscription:",
      SubscriptionStatuses.evaluate(self, at: moment)?.sentence ?? "  none", "", "Transactions:",
    ] + bought.map(\.sentence)
  }
}

extension TransactionState {
  fileprivate var sentence: String {
    let until = expiresDate.map { "  to \($0)" } ?? ""
    let revoked = revocation.map { "  revoked \($0.date)" } ?? ""
    let events = because.map(\.description).joined(separator: ", ")
    return "  \(transactionID)  \(purchase.productID)  bought \(purchase.purchaseDate)"
      + "\(until)\(revoked)  because of \(events)"
  }
}
