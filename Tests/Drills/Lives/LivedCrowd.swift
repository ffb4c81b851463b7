import AppStoreSimulator

/// The truth about a crowd that has lived, and the moments to ask about.
struct LivedCrowd: Sendable {
  private let crowd: Crowd
  private let truth: AccountTruths
  private let moments: [Int64]
  private let restoredCopies: [String: String]

  init(_ crowd: Crowd, _ world: World, _ moments: [Int64]) {
    self.crowd = crowd
    truth = AccountTruths(of: world)
    self.moments = moments
    restoredCopies = world.restoredCopies
  }

  /// Asks the ledger what was owned at each of the moments, and at the last one everything, coins
  /// included.
  func ask(
    _ reader: LedgerReader, ending end: Int64, _ report: inout LivesDrill.Report
  ) async throws {
    for moment in moments {
      let truths = truth.all(at: moment, inHindsightOf: moments.last)
      let isNow = moment == moments.last
      let findings = try await Inquiry(
        of: reader, asksCoins: true, restoredCopies: restoredCopies
      ).findings(against: truths, asked: isNow ? .now : .past)
      report.add(truths)
      if isNow { report.addCoins(of: truths) }
      report.differences += findings.map { "\($0)\n  lived by \(crowd.command(ending: end))" }
    }
  }
}
