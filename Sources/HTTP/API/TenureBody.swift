package import Ledger
package import Projections

/// The paid service of one customer in one group, as the contract shapes it.
package struct TenureBody: Encodable, Sendable {
  let subscriptionGroupId: String
  let daysOfPaidService: Int
  let state: Tenure.State
  let paidThrough: Nullable<String>
  let restartsAt: Nullable<String>
  let currentRate: Nullable<String>
  let reducedRateFrom: Nullable<String>
  /// The last moment to return before what was accrued is lost; null where nothing is left to lose.
  let keptUntil: Nullable<String>
  let transactions: [TransactionBody]
  /// Why the days may be too few, or too many; empty where nothing speaks for it.
  let incomplete: [String]
  /// Every day with paid time, where it was asked for.
  let days: [DayBody]?

  package struct TransactionBody: Encodable, Sendable {
    let transactionId: String
    let paidDays: Int
    /// Null where nothing was charged.
    let rate: Nullable<String>
    let rateReason: Nullable<String>
  }

  package struct DayBody: Encodable, Sendable {
    let day: String
    let transactions: [ShareBody]
  }

  package struct ShareBody: Encodable, Sendable {
    let transactionId: String
    /// Rounded down.
    let seconds: Int64
  }

  package init(_ group: GroupTenure, isTraced: Bool) {
    let tenure = group.tenure
    subscriptionGroupId = tenure.subscriptionGroupID.rawValue
    daysOfPaidService = tenure.daysOfPaidService
    state = tenure.state
    paidThrough = Nullable(tenure.paidThrough?.description)
    restartsAt = Nullable(tenure.restartsAt?.description)
    currentRate = Nullable(group.presentRate?.description)
    reducedRateFrom = Nullable(tenure.reducedRateFrom?.description)
    keptUntil = Nullable(group.forecast.keptUntil?.description)
    transactions = tenure.transactions.map { transaction in
      let rate = group.rates[transaction.transactionID]
      return TransactionBody(
        transactionId: transaction.transactionID.rawValue, paidDays: transaction.paidDays,
        rate: Nullable(rate?.description), rateReason: Nullable(rate?.reason.description))
    }
    incomplete = group.findings.map(\.sentence)
    days = isTraced ? group.days.map(DayBody.init) : nil
  }
}

extension TenureBody.DayBody {
  fileprivate init(_ day: TenureDay) {
    self.day = String(day.startsAt.description.prefix(10))
    transactions = day.shares.map {
      TenureBody.ShareBody(
        transactionId: $0.transactionID.rawValue, seconds: $0.paid.components.seconds)
    }
  }
}

extension Incompleteness {
  /// As a person would say it.
  package var sentence: String {
    switch self {
    case .runStartContradicts(let chain, let apple, let held):
      "Apple's run of purchase \(chain.originalTransactionID.rawValue) begins at \(apple), ours at \(held)."
    case .renewalMissing(let chain, let after, let before):
      "A renewal of purchase \(chain.originalTransactionID.rawValue) is missing after \(after.rawValue)"
        + (before.map { " and before \($0.rawValue)." } ?? ".")
    case .upgradeMissing(let chain, let from):
      "Purchase \(chain.originalTransactionID.rawValue) was upgraded from \(from.rawValue) to what is not known."
    case .groupUnknown(let chain, let transaction):
      "Nobody named the group of \(transaction.rawValue) in purchase \(chain.originalTransactionID.rawValue)."
    }
  }
}
