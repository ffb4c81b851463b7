import Foundation
import ReferenceModels
import ReportDrills
import Testing

/// The reports of random lives against a second answer from the contract.
struct ReportModelTests {
  private static let crowds = 3
  /// The seed of the lives; `DAICHO_SEED` chooses another one.
  private static let seed =
    ProcessInfo.processInfo.environment["DAICHO_SEED"].flatMap(UInt64.init) ?? 20_260_101

  @Test(arguments: 0..<crowds)
  func `the reports of a crowd of lives are those of the model, in every format`(
    crowd: Int
  ) async throws {
    let result = try await ReportDrill(seed: Self.seed).run(crowd)
    for disagreement in result.disagreements.prefix(5) { Issue.record("\(disagreement)") }
    #expect(result.disagreements.isEmpty, "seed \(Self.seed), crowd \(crowd)")
    #expect(result.questions > 100)
  }

  @Test func `the coins and refunds of a crowd of players are those of the model`() async throws {
    let result = try await ReportDrill(seed: Self.seed, of: .players).run(0)
    for disagreement in result.disagreements.prefix(5) { Issue.record("\(disagreement)") }
    #expect(result.disagreements.isEmpty, "seed \(Self.seed)")
    #expect(result.questions > 30)
  }

  /// An upgrade took the place of a refund here: the purchase is not refunded at the end.
  @Test func `a refund whose place an upgrade took counts for no account`() async throws {
    let result = try await ReportDrill(seed: 20_260_102, of: .players).run(4)
    for disagreement in result.disagreements.prefix(5) { Issue.record("\(disagreement)") }
    #expect(result.disagreements.isEmpty)
  }

  /// `chaos money --mutations` looks for a question that finds each error that there is a name for.
  @Test func `the questions about crowds of players find errors in the models`() async throws {
    var mutations: [ReportMutation] =
      [.upgradesAreRefunds, .reversalsIgnored].map(ReportMutation.books)
      + [
        .countsCoinsOfAllRefunds, .takesLastReason, .datesRefundsByArrival, .roundsSharesDown,
        .grantsGifts, .spendsNewestFirst, .spendsReserved, .takesBackOldest,
      ].map(ReportMutation.debt)
    for crowd in 0..<4 where !mutations.isEmpty {
      let found = try await ReportDrill(seed: Self.seed, of: .players)
        .findings(of: mutations, crowd)
      mutations.removeAll { found[$0] != nil }
    }
    #expect(mutations == [])
  }

  @Test func `the questions about one crowd of rarities find errors, and the reports have none`()
    async throws
  {
    let drill = ReportDrill(seed: Self.seed, of: .rarities)
    let result = try await drill.run(0)
    for disagreement in result.disagreements.prefix(5) { Issue.record("\(disagreement)") }
    #expect(result.disagreements.isEmpty, "seed \(Self.seed)")
    #expect(result.questions > 90)
    let mutations: [ReportMutation] =
      [.debt(.earnsAfterRefund)]
      + [
        .endBelongsToTime, .gapBeginsAfterGrace, .lastMonthOfCommitmentIsAYear,
        .canceledRenewalsSave, .lapseWithoutSummerTime,
      ].map(ReportMutation.customers)
    let found = try await drill.findings(of: mutations, 0)
    #expect(mutations.filter { found[$0] == nil } == [])
  }
}
