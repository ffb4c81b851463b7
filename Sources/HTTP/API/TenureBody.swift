package import Ledger
package import Projections

/// The JSON form of the paid service of one customer in one group.
package struct TenureBody: Encodable, Sendable {
  /// The customer: Apple's `appTransactionId`, or else the original transaction id of the first chain.
  let customer: String
  let environment: StoreEnvironment
  let subscriptionGroupId: String
  let daysOfPaidService: Int
  let state: Tenure.State
  let paidThrough: Nullable<String>
  let restartsAt: Nullable<String>
  let currentRate: Nullable<String>
  let reducedRateFrom: Nullable<String>
  /// The last moment to return before the accrued days are lost; null if there is nothing to lose.
  let keptUntil: Nullable<String>
  let transactions: [TransactionBody]
  /// The reasons why the days may be too few or too many; empty if there are none.
  let incomplete: [String]
  /// Every day with paid time; nil unless requested.
  let days: [DayBody]?

  package struct TransactionBody: Encodable, Sendable {
    let transactionId: String
    let paidDays: Int
    /// The rate of the charge; null if nothing was charged.
    let rate: Nullable<String>
    let rateReason: Nullable<String>
    /// True if the first copy came so late that the days may contain an extension, or if it is only
    /// assumed whether the period was paid; otherwise absent.
    let uncertain: Bool?
    /// True if the service before is so near to a year that Apple may have charged the other rate;
    /// otherwise absent.
    let rateUncertain: Bool?
  }

  package struct DayBody: Encodable, Sendable {
    let day: String
    let transactions: [ShareBody]
  }

  package struct ShareBody: Encodable, Sendable {
    let transactionId: String
    /// The paid seconds of the day, rounded down.
    let seconds: Int64
  }

  package init(_ group: GroupTenure, isTraced: Bool) {
    let tenure = group.tenure
    customer = group.customer
    environment = group.environment
    subscriptionGroupId = tenure.subscriptionGroupID.rawValue
    daysOfPaidService = tenure.daysOfPaidService
    state = tenure.state
    paidThrough = Nullable(tenure.paidThrough?.description)
    restartsAt = Nullable(tenure.restartsAt?.description)
    currentRate = Nullable(group.presentRate?.description)
    reducedRateFrom = Nullable(tenure.reducedRateFrom?.description)
    keptUntil = Nullable(group.forecast.keptUntil?.description)
    let own = tenure.transactions.filter { group.ownTransactions.contains($0.transactionID) }
    transactions = own.map { transaction in
      let rate = group.rates[transaction.transactionID]
      return TransactionBody(
        transactionId: transaction.transactionID.rawValue, paidDays: transaction.paidDays,
        rate: Nullable(rate?.description), rateReason: Nullable(rate?.reason.description),
        uncertain: transaction.isUncertain || transaction.isOfferUntold ? true : nil,
        rateUncertain: transaction.isRateUncertain ? true : nil)
    }
    incomplete = group.findings.map(\.sentence)
    days = isTraced ? group.days.map { DayBody($0, of: group.ownTransactions) } : nil
  }
}

extension TenureBody.DayBody {
  /// - Parameter own: the transactions that are listed.
  fileprivate init(_ day: TenureDay, of own: Set<TransactionID>) {
    self.day = String(day.startsAt.description.prefix(10))
    transactions = day.shares.filter { own.contains($0.transactionID) }.map {
      TenureBody.ShareBody(
        transactionId: $0.transactionID.rawValue, seconds: $0.paid.components.seconds)
    }
  }
}

extension Incompleteness {
  /// The finding as a sentence.
  package var sentence: String {
    switch self {
    case .runStartContradicts(let chain, let apple, let held):
      "Apple's run of purchase \(chain.originalTransactionID.rawValue) begins at \(apple), "
        + "ours at \(held)."
    case .renewalMissing(let chain, let after, let before):
      "A renewal of purchase \(chain.originalTransactionID.rawValue) is missing "
        + "after \(after.rawValue)" + (before.map { " and before \($0.rawValue)." } ?? ".")
    case .upgradeMissing(let chain, let from):
      "Purchase \(chain.originalTransactionID.rawValue) was upgraded from \(from.rawValue) "
        + "to an unknown product."
    case .groupUnknown(let chain, let transaction):
      "No fact names the group of \(transaction.rawValue) "
        + "in purchase \(chain.originalTransactionID.rawValue)."
    case .offerUntold(_, let transaction, let isPlanKnown):
      "Apple told neither price nor kind of the introductory offer of \(transaction.rawValue), "
        + "which is taken for a free trial"
        + (isPlanKnown
          ? "."
          : "; its coins wait until a catalog or the next period tells the length of the plan.")
    }
  }
}
