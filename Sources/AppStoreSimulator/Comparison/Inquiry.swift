/// A check that asks a ledger about many customers and compares the answers with the truth.
package struct Inquiry: Sendable {
  /// One customer about whom the ledger's answer differs from the truth.
  package struct Finding: Sendable, CustomStringConvertible {
    package let customer: String
    package let at: CustomerTruth.Moment
    /// One sentence for each difference.
    package let differences: [String]
    /// True if at least one difference is about coins.
    package let concernsCoins: Bool

    package var description: String {
      differences.map { "\(customer) at \(at.text): \($0)" }.joined(separator: "\n")
    }
  }

  /// The number of customers checked concurrently.
  private static let concurrency = 8
  private let reader: LedgerReader
  private let asksCoins: Bool

  /// - Parameter asksCoins: true if the ledger has the coin definitions of the store's game and the
  ///   reader's key may read grants. Coins are compared only for the present.
  package init(of reader: LedgerReader, asksCoins: Bool) {
    self.reader = reader
    self.asksCoins = asksCoins
  }

  /// Returns the customers about whom the ledger's answer differs, in the order of the truths.
  package func findings(
    against truths: [CustomerTruth], asked question: Comparison.Question
  ) async throws -> [Finding] {
    for truth in truths { try await reader.logIn(truth.customer) }
    try await reader.waitUntilCaughtUp()
    return try await withThrowingTaskGroup(of: (Int, Finding?).self) { group in
      var found: [(Int, Finding)] = []
      func keep(_ result: (Int, Finding?)) {
        if let finding = result.1 { found.append((result.0, finding)) }
      }
      for (number, truth) in truths.enumerated() {
        if number >= Self.concurrency, let result = try await group.next() { keep(result) }
        group.addTask { (number, try await finding(against: truth, asked: question)) }
      }
      for try await result in group { keep(result) }
      return found.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func finding(
    against truth: CustomerTruth, asked question: Comparison.Question
  ) async throws -> Finding? {
    var answer = try await reader.answer(for: truth.customer, at: truth.at.milliseconds)
    if asksCoins, question == .now { answer.coins = try await reader.coins(of: truth.customer) }
    let comparison = Comparison(truth, with: answer, asked: question)
    let differences = comparison.differences
    guard !differences.isEmpty else { return nil }
    return Finding(
      customer: truth.customer, at: truth.at, differences: differences,
      concernsCoins: !comparison.coinDifferences.isEmpty)
  }
}
