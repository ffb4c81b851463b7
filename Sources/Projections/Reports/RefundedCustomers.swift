import Ledger

/// A lookup of the customers of refunds: the accounts that have the purchases now, Apple's reasons, and
/// how often an account was refunded.
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

  let reader: Reader
  let app: BundleID
  let environment: StoreEnvironment
  /// The first moment after the report.
  let until: Instant
  private var counts: [AccountID: Int] = [:]

  init(reader: Reader, app: BundleID, environment: StoreEnvironment, until: Instant) {
    self.reader = reader
    self.app = app
    self.environment = environment
    self.until = until
  }

  /// - Parameter state: the chain of the purchase; nil if there is none.
  mutating func customer(
    of id: TransactionID, in state: ChainState?
  ) async throws -> Customer {
    guard let state else { return Customer(account: nil, reason: nil, refunds: nil) }
    let account = try await reader.names.account(of: state)
    var refunds: Int?
    if let account {
      if counts[account] == nil { counts[account] = try await count(of: account) }
      refunds = counts[account]
    }
    return Customer(
      account: account, reason: state.transactions[id]?.refundReason, refunds: refunds)
  }

  private func count(of account: AccountID) async throws -> Int {
    let key = AccountKey(environment: environment, bundleID: app, account: account)
    return try await reader.chains.chains(of: key).value.reduce(0) { sum, chain in
      sum + chain.transactions.values.count { $0.isRefunded(before: until) }
    }
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
