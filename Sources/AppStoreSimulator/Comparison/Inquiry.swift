/// Asks a ledger of many customers, and holds what it says against the truth.
package struct Inquiry: Sendable {
  /// One customer of whom the ledger did not tell the truth.
  package struct Finding: Sendable, CustomStringConvertible {
    package let customer: String
    package let at: CustomerTruth.Moment
    /// One sentence each, in plain words.
    package let differences: [String]
    /// Whether some of them are about coins.
    package let concernsCoins: Bool

    package var description: String {
      differences.map { "\(customer) at \(at.text): \($0)" }.joined(separator: "\n")
    }
  }

  /// Customers asked about at once.
  private static let concurrency = 8
  private let reader: LedgerReader
  private let asksCoins: Bool

  /// - Parameter asksCoins: whether the ledger knows what the store's game gives, and the reader's key may ask
  ///   for grants. Of a past moment coins are not asked.
  package init(of reader: LedgerReader, asksCoins: Bool) {
    self.reader = reader
    self.asksCoins = asksCoins
  }

  /// Those of whom the ledger says something else, in the order of the truths.
  package func findings(
    against truths: [CustomerTruth], asked question: Comparison.Question
  ) async throws -> [Finding] {
    try await withThrowingTaskGroup(of: (Int, Finding?).self) { group in
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
