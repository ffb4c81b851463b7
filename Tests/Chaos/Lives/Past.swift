import AppStoreSimulator

/// Lives that were lived, and moments of them to ask about.
struct Past: Sendable {
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

  /// Asks the ledger what was owned at each of the moments but the last, and of that one everything.
  func ask(_ reader: LedgerReader, _ report: inout LivesTrial.Report) async throws {
    for moment in moments {
      let truths = accounts.map { truth.customer($0, at: moment) }
      let findings = try await Inquiry(of: reader)
        .findings(against: truths, asked: moment == moments.last ? .now : .past)
      report.questions += truths.count
      report.differences += findings.map { "\(crowd.name), seed \(crowd.seed): \($0)" }
    }
  }
}

extension LivesTrial.Crowd {
  var name: String { ways.count == 1 ? ways[0].rawValue : "\(ways.count) ways" }
}
