/// Asks a ledger of many customers, and holds what it says against the truth.
package struct Inquiry: Sendable {
  /// One customer of whom the ledger did not tell the truth.
  package struct Finding: Sendable, CustomStringConvertible {
    package let customer: String
    package let at: CustomerTruth.Moment
    /// One sentence each, in plain words.
    package let differences: [String]

    package var description: String {
      differences.map { "\(customer) at \(at.text): \($0)" }.joined(separator: "\n")
    }
  }

  /// Customers asked about at once.
  private static let concurrency = 8
  private let reader: LedgerReader

  package init(of reader: LedgerReader) {
    self.reader = reader
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
    let answer = try await reader.answer(for: truth.customer, at: truth.at.milliseconds)
    let differences = Comparison(truth, with: answer, asked: question).differences
    return differences.isEmpty
      ? nil : Finding(customer: truth.customer, at: truth.at, differences: differences)
  }
}
