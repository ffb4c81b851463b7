import HTTP
import Ledger
import Projections
import Reports

/// The paid service of one customer in one group, in sentences.
struct TenureExplanation {
  let lines: [String]

  init(of group: GroupTenure, at moment: Instant) {
    let tenure = group.tenure
    lines =
      ["Paid service in group \(tenure.subscriptionGroupID):", "  " + Self.status(tenure)]
      + Self.present(group, at: moment) + Self.ahead(group, at: moment)
      + group.findings.map { "  Not certain: \($0.sentence)" }
      + Self.past(group, at: moment)
  }

  private static func status(_ tenure: Tenure) -> String {
    let days = "\(tenure.daysOfPaidService) days"
    let through = tenure.paidThrough.map { "\($0)" } ?? "an unknown end"
    switch tenure.state {
    case .none: return "Nothing has been paid for yet."
    case .accruing: return "\(days) have been paid for, and it runs: paid through \(through)."
    case .paused: return "\(days) have been paid for; nothing has run since \(through)."
    case .lapsed: return "All of it is lost: the gap grew too long. The next charge begins at zero."
    }
  }

  private static func present(_ group: GroupTenure, at moment: Instant) -> [String] {
    guard let rate = group.presentRate else { return [] }
    let charge = group.tenure.state == .accruing ? "the present charge" : "a charge now"
    return ["  Of \(charge) Apple keeps \(rate.percent), because \(rate.reason.sentence)."]
  }

  private static func ahead(_ group: GroupTenure, at moment: Instant) -> [String] {
    let reduced = group.forecast.reducedRateFrom.map {
      "  If renewals go on, a year of paid service is reached before the charge of \($0)."
    }
    let end = group.forecast.endsAt.map { "  Renewals are switched off: service ends at \($0)." }
    let lost = group.forecast.keptUntil.map {
      "  If nothing more is bought, all of it is lost after \($0)."
    }
    return [end, reduced, lost].compactMap(\.self)
  }

  /// Returns a line for each period, with the gaps between them.
  private static func past(_ group: GroupTenure, at moment: Instant) -> [String] {
    let gaps = Dictionary(
      group.history.gaps(at: moment).map { ($0.endedBy, $0) }, uniquingKeysWith: { $1 })
    let paid = Dictionary(
      group.tenure.transactions.filter { group.ownTransactions.contains($0.transactionID) }
        .map { ($0.transactionID, $0) }, uniquingKeysWith: { $1 })
    let others = group.tenure.transactions.count - paid.count
    let note =
      others == 0
      ? [] : ["  \(others) more transactions of this customer belong to other accounts."]
    return note
      + group.history.periods.filter { $0.start <= moment }.flatMap { period -> [String] in
        guard group.ownTransactions.contains(period.transactionID) else { return [] }
        let transaction = paid[period.transactionID]
        let days = transaction?.paidDays ?? 0
        let kept = group.rates[period.transactionID].map { rate in
          ", charged \(Milliunits.text(period.charge?.price, period.charge?.currency)), "
            + "Apple keeps \(rate.percent): \(rate.reason.sentence)"
        }
        let line = "  \(period.transactionID)  \(period.start) to \(period.end)  \(days) days paid"
        let refund = period.refunds.current(at: moment).map { ", refunded \($0.date)" } ?? ""
        return [
          gaps[period.transactionID]?.sentence,
          line + (kept ?? ", free") + refund + Self.doubts(transaction),
        ]
        .compactMap(\.self)
      }
  }

  /// Returns what is not certain about a transaction; empty if nothing is.
  private static func doubts(_ transaction: Tenure.Transaction?) -> String {
    guard let transaction else { return "" }
    let days =
      transaction.isUncertain
      ? ", days uncertain: the first copy came late and may contain an extension" : ""
    let rate =
      transaction.isRateUncertain
      ? ", rate uncertain: Apple may have counted the year otherwise" : ""
    let offer =
      transaction.isOfferUntold
      ? ", uncertain: Apple told neither price nor kind of the introductory offer" : ""
    return days + offer + rate
  }
}

extension ServiceGap {
  fileprivate var sentence: String {
    restarts
      ? "  a gap of \(wholeDays) days: too long, so the count began again at zero"
      : "  a gap of \(wholeDays) days: not too long, so the accrued days were kept"
  }
}
