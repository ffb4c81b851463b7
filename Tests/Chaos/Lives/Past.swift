import AppStoreSimulator

/// Lives that were lived, and moments of them to ask about.
struct Past: Sendable {
  private static let concurrency = 8

  private let crowd: LivesTrial.Crowd
  private let accounts: [String]
  private let truth: Truth
  private let moments: [Int64]

  init(_ crowd: LivesTrial.Crowd, _ world: World, _ moments: [Int64]) {
    self.crowd = crowd
    accounts = world.customers.map(\.name)
    truth = Truth(world.chronicle)
    self.moments = moments
  }

  /// Asks the ledger what was owned at each of the moments, and of the last one everything.
  func ask(_ reader: LedgerReader, _ report: inout LivesTrial.Report) async throws {
    for moment in moments.dropLast() { try await ask(reader, &report, .past, at: moment) }
    try await ask(reader, &report, .now)
  }

  /// Asks of the last moment only.
  func ask(
    _ reader: LedgerReader, _ report: inout LivesTrial.Report, _ question: Comparison.Question
  ) async throws {
    guard let last = moments.last else { return }
    try await ask(reader, &report, question, at: last)
  }

  private func ask(
    _ reader: LedgerReader, _ report: inout LivesTrial.Report, _ question: Comparison.Question,
    at moment: Int64
  ) async throws {
    report.differences += try await withThrowingTaskGroup(of: [String].self) { group in
      var found: [String] = []
      for (count, account) in accounts.enumerated() {
        if count >= Self.concurrency, let done = try await group.next() { found += done }
        group.addTask { try await compare(account, reader, question, at: moment) }
      }
      for try await done in group { found += done }
      return found
    }
    report.questions += accounts.count
  }

  private func compare(
    _ account: String, _ reader: LedgerReader, _ question: Comparison.Question, at moment: Int64
  ) async throws -> [String] {
    let answer = try await reader.answer(for: account, at: moment)
    let comparison = Comparison(
      truth.customer(account, at: moment), with: answer, asked: question)
    let place =
      "\(crowd.name), seed \(crowd.seed), \(account) at \(CustomerTruth.Moment(moment).text)"
    return comparison.differences.map { "\(place): \($0)" }
  }
}

extension LivesTrial.Crowd {
  var name: String { ways.count == 1 ? ways[0].rawValue : "\(ways.count) ways" }
}
