/// Sentences about paid service, worded alike for the truth and for a ledger.
extension CustomerTruth.PaidService {
  var lines: [String] {
    let total = PaidServiceLine.total(
      of: subscriptionGroupId, days: daysOfPaidService, state: state.rawValue,
      paidThrough: paidThrough?.text, restartsAt: restartsAt?.text)
    return [total]
      + transactions.map { transaction in
        PaidServiceLine.transaction(
          transaction.transactionId, days: transaction.paidDays, rate: transaction.rate?.share,
          reason: transaction.rate?.reason.rawValue)
      }
  }

  var dayLines: [String] {
    days.map { PaidServiceLine.day($0.day, seconds: $0.seconds, of: $0.transactionId) }
  }
}

extension LedgerAnswer.PaidService {
  var lines: [String] {
    let total = PaidServiceLine.total(
      of: subscriptionGroupId, days: daysOfPaidService, state: state, paidThrough: paidThrough,
      restartsAt: restartsAt)
    return [total]
      + transactions.map { transaction in
        PaidServiceLine.transaction(
          transaction.transactionId, days: transaction.paidDays, rate: transaction.rate,
          reason: transaction.rateReason)
      }
  }

  var dayLines: [String] {
    days.flatMap { day in
      day.transactions.map {
        PaidServiceLine.day(day.day, seconds: $0.seconds, of: $0.transactionId)
      }
    }
  }
}

private enum PaidServiceLine {
  static func total(
    of group: String, days: Int64, state: String, paidThrough: String?, restartsAt: String?
  ) -> String {
    "has paid for \(days) days in \(group), \(state), through \(paidThrough ?? "nothing"), "
      + "restarts at \(restartsAt ?? "nothing")"
  }

  static func transaction(_ id: String, days: Int64, rate: String?, reason: String?) -> String {
    "\(id) paid for \(days) days, at \(rate ?? "no charge") \(reason ?? "")"
  }

  static func day(_ day: String, seconds: Int64, of transaction: String) -> String {
    "\(transaction) paid for \(seconds) s of \(day)"
  }
}
