/// Where a ledger's answer differs from the truth.
package struct Comparison: Sendable {
  package enum Question: Sendable {
    /// Everything, of the moment up to which the ledger has heard.
    case now
    /// What was owned then, of a moment that is long past. What Apple would do next was known then, and
    /// only the present plan is kept.
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
    let (true_, told) = (trueLines, toldLines)
    return true_.subtracting(told).sorted().map { "not told: \($0)" }
      + told.subtracting(true_).sorted().map { "not true: \($0)" }
      + answer.entitlements.filter(\.because.isEmpty).map { "without evidence: \($0.productId)" }
  }

  private var trueLines: Set<String> {
    let owned = truth.owned.map { thing in
      line(
        "owns", thing.productId, thing.type, thing.ownership.rawValue, thing.originalTransactionId,
        thing.transactionId, thing.state.rawValue, end(of: thing))
    }
    guard question == .now else { return Set(owned) }
    return Set(
      owned
        + truth.standings.map { standing in
          line(
            "stands", standing.productId, standing.originalTransactionId,
            standing.ownership.rawValue, standing.status.rawValue, standing.expiresAt.text)
        })
  }

  private var toldLines: Set<String> {
    let owned = answer.entitlements.map { thing in
      line(
        "owns", thing.productId, thing.type, thing.ownership, thing.originalTransactionId,
        thing.transactionId, thing.state, question == .now ? thing.expiresAt : nil)
    }
    guard question == .now else { return Set(owned) }
    return Set(
      owned
        + answer.subscriptions.map { standing in
          line(
            "stands", standing.productId, standing.originalTransactionId, standing.ownership,
            standing.status, standing.expiresAt)
        })
  }

  /// In grace the ledger names the end of the grace.
  private func end(of thing: CustomerTruth.Owned) -> String? {
    guard question == .now else { return nil }
    guard thing.state == .gracePeriod else { return thing.expiresAt?.text }
    return truth.standings.first { $0.originalTransactionId == thing.originalTransactionId }?
      .gracePeriodExpiresAt?.text
  }

  private func line(_ words: String?...) -> String {
    words.compactMap(\.self).joined(separator: " ")
  }
}
