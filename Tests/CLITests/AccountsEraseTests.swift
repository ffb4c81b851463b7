import EventStore
import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// `daicho accounts erase`, with `--yes` and without.
struct AccountsEraseTests {
  private struct Answer: Decodable {
    struct Place: Decodable {
      let environment: String, erasedAt: String?, accounts: [String]?, purchases: [String]
      let jobs: Int, receipts: Int
    }
    let account: String, state: String, environments: [Place]
  }

  private static let apps =
    #"[{"bundleId":"com.example.game","environments":["Production","Sandbox"]}]"#

  /// Anna buys gems in both environments, and bert in the sandbox alone.
  private static func buy(in ledger: TestLedger) async throws {
    _ = try await ledger.known("anna")
    for (account, id, environment) in [
      ("anna", "1", .production), ("anna", "2", .sandbox), ("bert", "3", .sandbox),
    ] as [(AccountID, TransactionID, StoreEnvironment)] {
      var gem = GemPurchase(id)
      gem.environment = environment
      let owner = AccountReference(environment, TestLedger.bundleID, account)
      let claim = ChainClaimed(chain: gem.chain, account: owner, claimedAt: TestLedger.now)
      try await ledger.record([
        gem.bought(), gem.owned(by: owner), .account(.chainClaimed(claim)),
      ])
    }
  }

  private static func erase(
    _ words: [String], on ledger: TestLedger
  ) async throws -> (code: Int32, answer: Answer?) {
    let (code, output) = try await LedgerCommand(
      ["accounts", "erase"] + words + ["--json"], on: ledger
    ) { _ in apps }.run()
    return (code, code == 0 ? try JSONDecoder().decode(Answer.self, from: output) : nil)
  }

  /// Returns the number of times that anna was erased.
  private static func erasures(
    in environment: StoreEnvironment, _ ledger: TestLedger
  ) async throws -> Int {
    let anna = AccountReference(environment, TestLedger.bundleID, "anna")
    return try await ledger.log.reading.events(of: .account(anna), limit: 99)
      .count { $0.event.type == .accountErased }
  }

  @Test func `tells what it would take in every environment, and takes nothing`() async throws {
    try await TestLedger.with { ledger in
      try await Self.buy(in: ledger)
      let before = try await ledger.log.position(withShared: true)
      for (words, told) in [
        (["anna", "--dry-run"], ["Production 1", "Sandbox 2"]), (["bert"], ["Sandbox 3"]),
        (["anna", "--environment", "Sandbox"], ["Sandbox 2"]),
      ] {
        let answer = try #require(try await Self.erase(words, on: ledger).answer)
        #expect((answer.account, answer.state) == (words[0], "notErased"))
        #expect(
          answer.environments.map { "\($0.environment) \($0.purchases.joined())" } == told)
        #expect(answer.environments.allSatisfy { $0.erasedAt == nil })
        #expect(answer.environments.allSatisfy { ($0.jobs, $0.receipts) == (0, 0) })
      }
      #expect(try await Self.erase(["carl"], on: ledger).code == 1)
      #expect(try await ledger.log.position(withShared: true) == before)
    }
  }

  @Test func `takes what it told, or only what is of the environment that is named`() async throws {
    try await TestLedger.with { ledger in
      try await Self.buy(in: ledger)
      let one = try await Self.erase(["anna", "--environment", "Sandbox", "--yes"], on: ledger)
      #expect(one.answer?.environments.map(\.environment) == ["Sandbox"])
      #expect(try await Self.erasures(in: .production, ledger) == 0)
      #expect(try await Self.erasures(in: .sandbox, ledger) == 1)
      let all = try await Self.erase(["anna", "--yes"], on: ledger)
      #expect(all.answer?.state == "erased")
      // In the sandbox nothing came since.
      #expect(all.answer?.environments.map(\.environment) == ["Production"])
      for words in [[], ["--yes"], ["--environment", "Sandbox", "--yes"]] {
        #expect(try await Self.erase(["anna"] + words, on: ledger).code == 1)
      }
      #expect(try await Self.erasures(in: .production, ledger) == 1)
      #expect(try await Self.erasures(in: .sandbox, ledger) == 1)
    }
  }

  @Test func `of a merged guest it takes the account and all its guests, if told so`() async throws
  {
    try await TestLedger.with { ledger in
      for guest in ["guest-1", "guest-2"] as [AccountID] {
        _ = try await ledger.known(guest)
        _ = try await ledger.intake.merges.merge(
          guest, into: "anna", of: TestLedger.bundleID, in: [.production],
          key: IdempotencyKey(guest.rawValue))
      }
      try await Self.buy(in: ledger)
      // In the sandbox the guest is nobody's.
      try await ledger.intake.names.makeKnown("guest-1", of: TestLedger.bundleID, in: [.sandbox])
      for words in [["guest-1"], ["guest-1", "--yes"]] {
        #expect(try await Self.erase(words, on: ledger).code == 1)
      }
      #expect(try await Self.erasures(in: .production, ledger) == 0)
      let told = try #require(
        try await Self.erase(["guest-1", "--merged", "--dry-run"], on: ledger).answer)
      #expect(told.state == "notErased")
      #expect(told.environments.map(\.environment) == ["Production", "Sandbox"])
      #expect(
        told.environments.map(\.accounts?.first) == ["anna", "guest-1"])
      #expect(
        told.environments.map { Set($0.accounts ?? []) }
          == [["anna", "guest-1", "guest-2"], ["guest-1"]])
      #expect(told.environments.map(\.purchases) == [["1"], []])
      #expect(try await Self.erasures(in: .production, ledger) == 0)
      let erased = try await Self.erase(["guest-1", "--merged", "--yes"], on: ledger).answer
      #expect(erased?.environments.map(\.environment) == ["Production", "Sandbox"])
      #expect(erased?.environments.map(\.purchases) == [["1"], []])
      #expect(erased?.environments.allSatisfy { $0.accounts == nil } == true)
      #expect(try await Self.erasures(in: .production, ledger) == 1)
      #expect(try await Self.erasures(in: .sandbox, ledger) == 0)
    }
  }
}
