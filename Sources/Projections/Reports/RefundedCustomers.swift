import EventStore
import Ledger

/// A lookup of the customers of refunds, as they were known at the cut of a report: the accounts that had
/// the purchases, Apple's reasons, how often an account was refunded, and the coins that it owed.
struct RefundedCustomers {
  struct Customer {
    /// Nil if no account has the purchase, or its name was forgotten.
    let account: AccountID?
    /// Apple's reason: `other`, `issue in the app`, or its number; nil where Apple gave none.
    let reason: String?
    /// The number of the account's purchases that Apple had refunded by the end of the report; nil
    /// without an account.
    let refunds: Int?
  }

  private let reader: Reader
  private let log: EventLog
  private let request: ReportRequest
  private let span: JournalSpan
  private var counts: [AccountID: Int] = [:]
  private var debts: [AccountID: String] = [:]

  init(reader: Reader, log: EventLog, _ request: ReportRequest, _ span: JournalSpan) {
    self.reader = reader
    self.log = log
    self.request = request
    self.span = span
  }

  /// - Parameter state: the chain of the purchase; nil if there is none.
  mutating func customer(
    of id: TransactionID, in state: ChainState?
  ) async throws -> Customer {
    guard let state else { return Customer(account: nil, reason: nil, refunds: nil) }
    let account = try await reader.names.account(of: state, knownAt: request.knownAt)
    var refunds: Int?
    if let account {
      if counts[account] == nil { counts[account] = try await count(of: account) }
      refunds = counts[account]
    }
    return Customer(
      account: account, reason: state.transactions[id]?.refundReason, refunds: refunds)
  }

  /// Returns the coins that an account owed at the end of the report, as `50 gem, 3 gold`; empty for none.
  mutating func coinsOwed(by customer: Customer) async throws -> String {
    guard let account = customer.account else { return "" }
    if let known = debts[account] { return known }
    let resolution = try await reader.names.resolve(
      key(account).reference, knownAt: request.knownAt)
    let events = try await log.reading.events(of: .account(resolution.account))
    let parts = try await WalletHistory(events)?.parts(before: span.to, upTo: span.last) {
      [log] in try await log.reading.events(of: .account($0))
    }
    let debt = (parts ?? []).reduce(into: [:] as [String: Int64]) { sums, part in
      sums[part.coin.rawValue, default: 0] += part.figures.debt
    }
    let text = debt.filter { $0.value > 0 }.sorted { $0.key < $1.key }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    debts[account] = text
    return text
  }

  private func count(of account: AccountID) async throws -> Int {
    let chains = try await reader.chains.chains(of: key(account), knownAt: request.knownAt)
    return chains.value.reduce(0) { sum, chain in
      sum + chain.transactions.values.count { $0.isRefunded(before: span.to) }
    }
  }

  private func key(_ account: AccountID) -> AccountKey {
    AccountKey(environment: request.environment, bundleID: request.app, account: account)
  }
}

extension TransactionState {
  fileprivate var refundReason: String? {
    guard let reason = newestRevocation?.value.value?.reason else { return nil }
    return switch reason {
    case 0: "other"
    case 1: "issue in the app"
    default: String(reason)
    }
  }

  /// Returns true if a refund of the purchase stood just before a moment. The revocation of an upgraded
  /// period and the end of a family share are none.
  fileprivate func isRefunded(before moment: Instant) -> Bool {
    purchase.ownership == .purchased && isRefunded(at: moment + .milliseconds(-1))
  }
}
