/// Where a ledger's answer differs from the truth.
///
/// Held against each other are what is owned, how subscriptions stand, how long service was paid for and, if
/// they were asked for, coins; of what was paid and refunded a ledger tells elsewhere.
package struct Comparison: Sendable {
  package enum Question: Sendable {
    /// Everything, of the moment up to which the ledger has heard.
    case now
    /// A moment long past. When it would end was another then, if it was refunded or replaced since; and
    /// whether Apple was still trying to collect is remembered of the last period only. The truth is
    /// told in hindsight of the moment up to which the ledger has heard.
    case past
  }

  private let truth: CustomerTruth
  private let answer: LedgerAnswer
  private let question: Question

  package init(_ truth: CustomerTruth, with answer: LedgerAnswer, asked question: Question) {
    self.truth = truth
    self.answer = answer
    self.question = question
  }

  /// One sentence for each difference, in plain words; none where the ledger is right.
  package var differences: [String] {
    Self.differences(of: toldLines, from: trueLines)
      + Self.firstDifference(of: toldDays, from: trueDays)
      + answer.entitlements.filter(\.because.isEmpty).map { "without evidence: \($0.productId)" }
      + coinDifferences
  }

  /// Those about coins among them; none where coins were not asked for.
  var coinDifferences: [String] {
    guard let coins = answer.coins else { return [] }
    return Self.firstDifference(of: coins.lines, from: truth.coinLines)
  }

  private static func differences(of told: [String], from truth: [String]) -> [String] {
    rest(of: truth, without: told).map { "not told: \($0)" }
      + rest(of: told, without: truth).map { "not true: \($0)" }
  }

  /// Of many lines the first that is missing and the first that is not true stand for all.
  private static func firstDifference(of told: [String], from truth: [String]) -> [String] {
    let untold = rest(of: truth, without: told)
    let untrue = rest(of: told, without: truth)
    return untold.prefix(1).map { "not told: \($0), the first of \(untold.count)" }
      + untrue.prefix(1).map { "not true: \($0), the first of \(untrue.count)" }
  }

  /// What is left when each of the others has taken one away that is like it.
  private static func rest(of lines: [String], without others: [String]) -> [String] {
    var others = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return lines.filter { line in
      guard let count = others[line], count > 0 else { return true }
      others[line] = count - 1
      return false
    }
  }

  private var trueLines: [String] {
    truth.owned.map { thing in
      line(
        "owns", thing.productId, thing.type, thing.ownership.rawValue, thing.originalTransactionId,
        thing.transactionId, thing.subscriptionGroupId, thing.state.rawValue,
        ifNow(end(of: thing)))
    }
      + truth.standings.map { standing in
        line(
          "stands", standing.productId, standing.originalTransactionId,
          standing.subscriptionGroupId, standing.ownership.rawValue,
          status(standing.status.rawValue), ifNow(standing.expiresAt.text),
          ifNow(standing.gracePeriodExpiresAt?.text))
      } + truth.paidService.flatMap(\.lines)
  }

  /// Where all was told, nothing is overdue.
  private var toldLines: [String] {
    answer.entitlements.map { thing in
      line(
        "owns", thing.productId, thing.type, thing.ownership, thing.originalTransactionId,
        thing.transactionId, thing.subscriptionGroupId, thing.state, ifNow(thing.expiresAt))
    }
      + answer.subscriptions.map { standing in
        let isInGrace = standing.status == CustomerTruth.Standing.Status.gracePeriod.rawValue
        return line(
          "stands", standing.productId, standing.originalTransactionId,
          standing.subscriptionGroupId, standing.ownership, status(standing.status),
          ifNow(standing.expiresAt), ifNow(isInGrace ? standing.gracePeriodExpiresAt : nil),
          standing.renewalOverdue && question == .now ? "(overdue)" : nil)
      } + answer.paidServices.flatMap(\.lines)
  }

  private var trueDays: [String] { truth.paidService.flatMap(\.dayLines) }
  private var toldDays: [String] { answer.paidServices.flatMap(\.dayLines) }

  private func ifNow(_ word: String?) -> String? { question == .now ? word : nil }

  /// Of the past it is not told whether Apple was still trying.
  private func status(_ status: String) -> String {
    let isOver = ["expired", "billingRetry"].contains(status)
    return question == .past && isOver ? "over" : status
  }

  /// In grace the ledger names the end of the grace.
  private func end(of thing: CustomerTruth.Owned) -> String? {
    guard thing.state == .gracePeriod else { return thing.expiresAt?.text }
    return truth.standings.first { $0.originalTransactionId == thing.originalTransactionId }?
      .gracePeriodExpiresAt?.text
  }

  private func line(_ words: String?...) -> String {
    words.compactMap(\.self).joined(separator: " ")
  }
}
