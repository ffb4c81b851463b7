import EventStore
import Foundation
import HTTP
import Ledger
import Projections

/// The state of an account at a moment, and the events of its chains.
struct AccountExplanation: Encodable {
  private let account: String
  private let at: String
  private let entitlements: [EntitlementBody]
  private let subscriptions: [SubscriptionBody]
  private let tenure: [TenureBody]
  private let wallet: WalletExplanation
  private let deliveredElsewhere: ExternalGrantsExplanation
  private let consent: ConsentExplanation
  private let events: [HistoryItem]
  let lines: [String]

  private enum CodingKeys: CodingKey {
    case account, at, entitlements, subscriptions, tenure, wallet, deliveredElsewhere, consent
    case events
  }

  /// - Parameter known: leaves out what was recorded later.
  init(
    _ account: AccountKey, from reader: Reader, at moment: Instant, knownAt known: Instant?
  ) async throws {
    let entitlements = try await reader.entitlements(of: account, at: moment, knownAt: known).value
    let subscriptions =
      try await reader.subscriptions(of: account, at: moment, knownAt: known).value
    let tenure = try await reader.tenure(of: account, at: moment, knownAt: known).value
    let wallet = try await WalletExplanation(
      of: account, from: reader, at: moment, knownAt: known)
    let recorded = try await reader.events(of: account, knownAt: known)
    let consents = try await reader.consents(of: account).known(at: known)
    deliveredElsewhere = ExternalGrantsExplanation(
      recorded, shared: try await reader.events(of: .shared).known(at: known))
    consent = ConsentExplanation(
      of: try await reader.resolve(account.reference).account, consents)
    self.account = account.account.rawValue
    at = moment.description
    self.entitlements = entitlements.map(EntitlementBody.init)
    self.subscriptions = subscriptions.map(SubscriptionBody.init)
    self.tenure = tenure.map { TenureBody($0, isTraced: false) }
    self.wallet = wallet
    let decisions = try await reader.decisions(of: account).known(at: known)
    let told = Set(recorded + decisions + wallet.cited)
      .sorted { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }
    var names = try await reader.names(in: told)
    names[account.reference] = account.account
    events = told.map { [names] in HistoryItem($0, names: names) }
    var lines = ["Account \(account.account) at \(moment)", "", "May use:"]
    lines += entitlements.isEmpty ? ["  nothing"] : entitlements.map(\.sentence)
    lines += ["", "Subscriptions:"]
    lines += subscriptions.isEmpty ? ["  none"] : subscriptions.map(\.sentence)
    for group in tenure { lines += [""] + TenureExplanation(of: group, at: moment).lines }
    lines += ["", "Consent to tell Apple of consumption:", consent.line]
    lines += ["", "Coins:"] + wallet.lines + deliveredElsewhere.purchases.map(\.sentence)
    self.lines = lines + ["", "Events:"] + events.flatMap(Timeline.lines)
  }

  func show(asJSON: Bool) throws {
    try asJSON ? Printing.json(self) : Printing.text(lines)
  }
}

/// A purchase chain at a moment, and all its events.
struct PurchaseExplanation: Encodable {
  private let purchase: PurchaseBody
  private let commission: [CommissionBody]
  private let coins: GrantExplanation
  private let events: [HistoryItem]
  let lines: [String]

  private enum CodingKeys: CodingKey {
    case purchase, commission, coins, events
  }

  /// - Parameter known: leaves out what was recorded later.
  init(
    _ chain: ChainID, from reader: Reader, at moment: Instant, knownAt known: Instant?
  ) async throws {
    guard let answer = try await reader.purchase(chain, knownAt: known) else {
      throw Failure(
        "no purchase \(chain.originalTransactionID) is known in \(chain.environment.rawValue)")
    }
    let account = try await reader.account(of: answer.value)
    let commission = try await reader.commission(of: chain, knownAt: known)
    let recorded = try await reader.events(of: .chain(chain)).known(at: known)
    let names = try await reader.names(in: recorded)
    coins = GrantExplanation(
      of: chain, recorded, at: moment,
      shared: try await reader.events(of: .shared).known(at: known),
      holders: try await reader.holders(of: recorded, names))
    events = recorded.map { HistoryItem($0, names: names) }
    purchase = PurchaseBody(
      answer.value, of: account, at: moment, position: reader.token(answer.position))
    self.commission = commission.map(CommissionBody.init)
    var lines = answer.value.sentences(of: account, at: moment) + ["", "Commission:"]
    lines += commission.isEmpty ? ["  nothing was charged"] : commission.map(\.sentence)
    lines += ["", "Coins:"] + coins.lines
    self.lines = lines + ["", "Events:"] + events.flatMap(Timeline.lines)
  }

  func show(asJSON: Bool) throws {
    try asJSON ? Printing.json(self) : Printing.text(lines)
  }
}

extension Reader {
  /// Returns the account behind each name in the events: the account itself, that of an alias, or
  /// the target of a merge.
  fileprivate func holders(
    of events: [RecordedEvent], _ names: [AccountReference: AccountID]
  ) async throws -> [AccountReference: String] {
    var holders: [AccountReference: String] = [:]
    for name in Set(events.flatMap(\.event.accounts)) {
      let account = try await resolve(name).account
      let known = try await self.names(of: [account])[account] ?? names[account]
      holders[name] = known?.rawValue ?? account.key.uuidString.lowercased()
    }
    return holders
  }

  /// Returns every event of the chains that belonged to an account, in the order of recording.
  fileprivate func events(
    of account: AccountKey, knownAt known: Instant?
  ) async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    for chain in try await chains(of: account, knownAt: known).value {
      events += try await self.events(of: .chain(chain.chain))
    }
    return events.known(at: known).sorted { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }
  }
}

extension [RecordedEvent] {
  func known(at moment: Instant?) -> [RecordedEvent] {
    filter { event in moment.map { event.recordedAt <= $0 } ?? true }
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
    let owner =
      account?.rawValue ?? (owners.isEmpty ? "no known account" : "an account that was erased")
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
