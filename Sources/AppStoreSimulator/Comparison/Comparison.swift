/// A comparison of a ledger's answer with the truth.
///
/// The comparison covers ownership, subscription status, days of paid service and, if requested,
/// coins. It leaves out payments and refunds, which the ledger reports elsewhere.
package struct Comparison: Sendable {
  package enum Question: Sendable {
    /// Everything, at the moment up to which the ledger is informed.
    case now
    /// A moment long past, judged with all that is known by the moment up to which the ledger is
    /// informed. Ends of periods are left out, because a later refund or replacement changes them.
    /// Expired and in billing retry count as one status, because the ledger remembers billing retry
    /// for the last period only.
    case past
  }

  private let truth: AccountTruth
  private let answer: LedgerAnswer
  private let question: Question

  package init(_ truth: AccountTruth, with answer: LedgerAnswer, asked question: Question) {
    self.truth = truth
    self.answer = answer
    self.question = question
  }

  /// One sentence for each difference; empty if the ledger is right.
  package var differences: [String] {
    Self.differences(of: toldLines, from: trueLines)
      + Self.firstDifference(of: toldDays, from: trueDays)
      + answer.entitlements.filter(\.because.isEmpty).map { "without evidence: \($0.productId)" }
      + coinDifferences
  }

  /// The differences about coins; empty if coins were not requested.
  var coinDifferences: [String] {
    guard let coins = answer.coins else { return [] }
    let compared = CoinComparison(truth, with: coins)
    return Self.firstDifference(of: compared.told, from: compared.true)
  }

  private static func differences(of told: [String], from truth: [String]) -> [String] {
    rest(of: truth, without: told).map { "not told: \($0)" }
      + rest(of: told, without: truth).map { "not true: \($0)" }
  }

  /// Returns the first missing line and the first untrue line, each with the count of such lines.
  private static func firstDifference(of told: [String], from truth: [String]) -> [String] {
    let untold = rest(of: truth, without: told)
    let untrue = rest(of: told, without: truth)
    return untold.prefix(1).map { "not told: \($0), the first of \(untold.count)" }
      + untrue.prefix(1).map { "not true: \($0), the first of \(untrue.count)" }
  }

  /// Returns the lines that remain after each of the others has removed one equal line.
  private static func rest(of lines: [String], without others: [String]) -> [String] {
    var others = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return lines.filter { line in
      guard let count = others[line], count > 0 else { return true }
      others[line] = count - 1
      return false
    }
  }

  /// Returns false for a non-renewing subscription whose length the ledger may not know: only the game's
  /// catalog tells it, as it tells the coins.
  private func isComparable(_ type: String) -> Bool {
    answer.coins != nil || type != Product.Kind.nonRenewing.rawValue
  }

  private var trueLines: [String] {
    truth.owned.filter { isComparable($0.type) }.map { thing in
      line(
        "owns", thing.productId, thing.type, thing.ownership.rawValue, thing.originalTransactionId,
        thing.transactionId, thing.subscriptionGroupId, thing.state.rawValue,
        ifNow(end(of: thing)))
    }
      + truth.subscriptions.map { known in
        line(
          "stands", known.productId, known.originalTransactionId,
          known.subscriptionGroupId, known.ownership.rawValue,
          status(known.status.rawValue), ifNow(known.expiresAt.text),
          ifNow(known.gracePeriodExpiresAt?.text))
      } + truth.paidService.flatMap(\.lines)
  }

  /// The lines of the ledger's answer. An overdue renewal is a difference, because the ledger has
  /// everything that Apple sent.
  private var toldLines: [String] {
    answer.entitlements.filter { isComparable($0.type) }.map { thing in
      line(
        "owns", thing.productId, thing.type, thing.ownership, thing.originalTransactionId,
        thing.transactionId, thing.subscriptionGroupId, thing.state, ifNow(thing.expiresAt))
    }
      + answer.subscriptions.map { told in
        let isInGrace = told.status == CustomerTruth.SubscriptionTruth.Status.gracePeriod.rawValue
        return line(
          "stands", told.productId, told.originalTransactionId,
          told.subscriptionGroupId, told.ownership, status(told.status),
          ifNow(told.expiresAt), ifNow(isInGrace ? told.gracePeriodExpiresAt : nil),
          told.renewalOverdue && question == .now ? "(overdue)" : nil)
      } + answer.paidServices.flatMap(\.lines)
  }

  private var trueDays: [String] { truth.paidService.flatMap(\.dayLines) }
  private var toldDays: [String] { answer.paidServices.flatMap(\.dayLines) }

  private func ifNow(_ word: String?) -> String? { question == .now ? word : nil }

  /// Returns the status; for a past moment, expired and billing retry are both "over".
  private func status(_ status: String) -> String {
    let isOver = ["expired", "billingRetry"].contains(status)
    return question == .past && isOver ? "over" : status
  }

  /// Returns the end of access: in a grace period, the end of the grace period.
  private func end(of thing: CustomerTruth.Owned) -> String? {
    guard thing.state == .gracePeriod else { return thing.expiresAt?.text }
    return truth.subscriptions.first { $0.originalTransactionId == thing.originalTransactionId }?
      .gracePeriodExpiresAt?.text
  }

  private func line(_ words: String?...) -> String {
    words.compactMap(\.self).joined(separator: " ")
  }
}

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
