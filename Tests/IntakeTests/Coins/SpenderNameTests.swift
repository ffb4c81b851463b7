import EventStore
import Intake
import Ledger
import TestSupport
import Testing

/// The stored names of accounts whose wallets are asked. A process gives a name once, unless an erasure destroyed it.
struct SpenderNameTests {
  private let gem: Coin = "gem"
  private let anna = AccountReference(.production, TestLedger.bundleID, "anna")

  private func ask(
    _ action: WalletCommand.Action, _ key: String, by intake: Intake
  ) async throws -> WalletAnswer {
    try await intake.walletDecisions.ask(
      WalletCommand(action, key: IdempotencyKey(key)), of: "anna", in: TestLedger.bundleID,
      environment: .production
    ).answer
  }

  private func give(_ amount: Int64, _ key: String, by intake: Intake) async throws {
    let answer = try await ask(.adjust(gem, amount, reason: "gift", author: "kim"), key, by: intake)
    guard case .booked = answer else {
      Issue.record("the gift was not booked: \(answer)")
      return
    }
  }

  private func name(in ledger: TestLedger) async throws -> AccountID? {
    try await ledger.log.names(of: [anna])[anna]
  }

  private func erase(by intake: Intake) async throws {
    _ = try await intake.erasures.erase(anna, of: TestLedger.bundleID, in: .production)
  }

  @Test func `an erased account that comes back has its name again, whoever erased it`()
    async throws
  {
    try await TestLedger.with { ledger in
      let other = try await ledger.another()
      for (round, eraser) in [ledger.intake, other].enumerated() {
        try await give(10, "gift \(round)", by: ledger.intake)
        try await give(10, "gift \(round) again", by: ledger.intake)
        #expect(try await name(in: ledger) == "anna")
        try await erase(by: eraser)
        #expect(try await name(in: ledger) == nil)
      }
      try await give(10, "last gift", by: ledger.intake)
      #expect(try await name(in: ledger) == "anna")
    }
  }

  /// A request under an alias makes its account known so, because it gives the alias's name.
  @Test func `an erased account that was made known without its name gets it by the next request`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await give(10, "gift", by: ledger.intake)
      try await erase(by: try await ledger.another())
      let named = AccountAliased(
        environment: .production, bundleID: TestLedger.bundleID, alias: anna, account: anna,
        generation: 1, decidedAt: TestLedger.now)
      _ = try await ledger.log.append([NewEvent(.account(.accountAliased(named)))])
      #expect(try await name(in: ledger) == nil)
      for gift in ["second gift", "third gift"] {
        try await give(10, gift, by: ledger.intake)
        #expect(try await name(in: ledger) == "anna")
      }
    }
  }

  @Test func `a refused request stores the name that it makes known, after an erasure too`()
    async throws
  {
    try await TestLedger.with { ledger in
      for round in 1...2 {
        let refused = try await ask(.spend(gem, 5), "sword \(round)", by: ledger.intake)
        #expect(refused == .rejected(.insufficientCoins(balance: 0)))
        #expect(try await name(in: ledger) == "anna")
        try await give(5, "gift \(round)", by: ledger.intake)
        try await erase(by: try await ledger.another())
        #expect(try await name(in: ledger) == nil)
      }
    }
  }

  @Test func `a name whose account was merged and separated is still stored`() async throws {
    try await TestLedger.with { ledger in
      try await give(10, "gift", by: ledger.intake)
      let other = try await ledger.another()
      _ = try await other.merges.merge(
        "anna", into: "bert", of: TestLedger.bundleID, in: TestLedger.environments, key: "merge")
      try await give(10, "gift of both", by: ledger.intake)
      _ = try await other.merges.undoMerge(
        of: "anna", into: "bert", of: TestLedger.bundleID, in: TestLedger.environments,
        author: "kim", reason: "apart")
      try await give(10, "gift apart", by: ledger.intake)
      #expect(try await name(in: ledger) == "anna")
    }
  }
}
