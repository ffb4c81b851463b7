/// A check that asks a ledger about many accounts and compares the answers with the truth.
package struct Inquiry: Sendable {
  /// One account about which the ledger's answer differs from the truth.
  package struct Finding: Sendable, CustomStringConvertible {
    package let account: String
    package let at: CustomerTruth.Moment
    /// One sentence for each difference.
    package let differences: [String]
    /// True if at least one difference is about coins.
    package let concernsCoins: Bool

    package var description: String {
      differences.map { "\(account) at \(at.text): \($0)" }.joined(separator: "\n")
    }
  }

  /// The number of accounts checked concurrently.
  private static let concurrency = 8
  private let reader: LedgerReader
  private let asksCoins: Bool
  private let restoredCopies: [String: String]

  /// - Parameters:
  ///   - asksCoins: true if the ledger has the coin definitions of the store's game and the
  ///     reader's key may read grants. Coins are compared only for the present.
  ///   - restoredCopies: see ``World/restoredCopies``.
  package init(
    of reader: LedgerReader, asksCoins: Bool, restoredCopies: [String: String] = [:]
  ) {
    self.reader = reader
    self.asksCoins = asksCoins
    self.restoredCopies = restoredCopies
  }

  /// Returns the accounts about which the ledger's answer differs, in the order of the truths.
  package func findings(
    against truths: [AccountTruth], asked question: Comparison.Question
  ) async throws -> [Finding] {
    for truth in truths { try await reader.logIn(truth.account) }
    try await reader.waitUntilCaughtUp()
    let answers = try await answers(about: truths, asked: question)
    let asksCoins = asksCoins && question == .now
    let places = GrantPlaces(asksCoins ? truths : [], answers)
    return zip(truths, answers).compactMap { truth, answer in
      let comparison = Comparison(truth, with: answer, asked: question)
      let misplaced = places.differences(of: truth)
      let differences = comparison.differences + misplaced
      guard !differences.isEmpty else { return nil }
      return Finding(
        account: truth.account, at: truth.at, differences: differences,
        concernsCoins: !comparison.coinDifferences.isEmpty || !misplaced.isEmpty)
    }
  }

  private func answers(
    about truths: [AccountTruth], asked question: Comparison.Question
  ) async throws -> [LedgerAnswer] {
    try await withThrowingTaskGroup(of: (Int, LedgerAnswer).self) { group in
      var answers: [Int: LedgerAnswer] = [:]
      for (number, truth) in truths.enumerated() {
        if number >= Self.concurrency, let (other, answer) = try await group.next() {
          answers[other] = answer
        }
        group.addTask { (number, try await answer(about: truth, asked: question)) }
      }
      for try await (number, answer) in group { answers[number] = answer }
      return truths.indices.compactMap { answers[$0] }
    }
  }

  private func answer(
    about truth: AccountTruth, asked question: Comparison.Question
  ) async throws -> LedgerAnswer {
    var answer = try await reader.answer(for: truth.account, at: truth.at.milliseconds)
    if asksCoins, question == .now { answer.coins = try await reader.coins(of: truth.account) }
    return answer.naming(restoredCopies)
  }
}
