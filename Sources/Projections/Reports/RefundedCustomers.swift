import EventStore
import Ledger
import Reports

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
  private let known: Instant?
  private var counts: [AccountID: Int] = [:]
  private var debts: [AccountID: String] = [:]

  /// - Parameter known: leaves out later records.
  init(
    reader: Reader, log: EventLog, _ request: ReportRequest, _ span: JournalSpan,
    knownAt known: Instant?
  ) {
    self.reader = reader
    self.log = log
    self.request = request
    self.span = span
    self.known = known
  }

  /// - Parameter state: the chain of the purchase; nil if there is none.
  mutating func customer(
    of refund: RefundRow, in state: ChainState?
  ) async throws -> Customer {
    guard let state else { return Customer(account: nil, reason: nil, refunds: nil) }
    let account = try await reader.names.account(of: state, knownAt: known)
    var refunds: Int?
    if let account {
      if counts[account] == nil { counts[account] = try await count(of: account) }
      refunds = counts[account]
    }
    return Customer(
      account: account,
      reason: state.purchases[refund.transactionID]?.reason(of: refund.refundedAt),
      refunds: refunds)
  }

  /// Returns the coins that an account owed at the end of the report, as `50 gem, 3 gold`; empty for none.
  mutating func coinsOwed(by customer: Customer) async throws -> String {
    guard let account = customer.account else { return "" }
    if let known = debts[account] { return known }
    let resolution = try await reader.names.resolve(
      key(account).reference, knownAt: known)
    let events = try await log.reading.events(of: .account(resolution.account))
    let parts = try await WalletHistory(events)?.parts(before: span.to, upTo: span.last) {
      [log] in try await log.reading.events(of: .account($0))
    }
    let debt = (parts ?? []).reduce(into: [:] as [String: Int128]) { sums, part in
      sums[part.coin.rawValue, default: 0] += part.figures.debt
    }
    let text = debt.filter { $0.value > 0 }.sorted { $0.key < $1.key }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    debts[account] = text
    return text
  }

  private func count(of account: AccountID) async throws -> Int {
    var count = 0
    for chain in try await reader.chains.chains(of: key(account), knownAt: known).value {
      let refunded = chain.purchases.all.count { $0.isRefunded(before: span.to) }
      // A chain that several accounts use counts for the first, as in the rows.
      guard refunded > 0, try await reader.names.account(of: chain, knownAt: known) == account
      else { continue }
      count += refunded
    }
    return count
  }

  private func key(_ account: AccountID) -> AccountKey {
    AccountKey(environment: request.environment, bundleID: request.app, account: account)
  }
}

extension TransactionState {
  /// Returns Apple's reason of the refund of a date, as it was told last.
  fileprivate func reason(of date: Instant) -> String? {
    let told = revocationHistory.revocations.map(\.revocation).last { $0.date == date }
    guard let reason = told?.reason else { return nil }
    return switch reason {
    case 0: "other"
    case 1: "issue in the app"
    default: String(reason)
    }
  }

  /// Returns true if a refund of something paid stood just before a moment. The revocation of an upgraded period
  /// is none.
  fileprivate func isRefunded(before moment: Instant) -> Bool {
    Charge(self) != nil && isRefunded(at: moment + .milliseconds(-1))
  }
}
