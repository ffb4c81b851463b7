import EventStore
import Foundation
import Ledger
import Projections
import TestSupport
import Testing

/// `daicho accounts erase` without `--yes`.
struct EraseDryRunTests {
  private struct Answer: Decodable {
    struct Place: Decodable {
      let environment: String, erasedAt: String?, purchases: [String], jobs: Int, receipts: Int
    }
    let account: String, state: String, environments: [Place]
  }

  @Test func `tells what it would take, and takes nothing`() async throws {
    try await TestLedger.with { ledger in
      let anna = try await ledger.known("anna")
      let gem = GemPurchase("1")
      let claim = ChainClaimed(
        chain: gem.chain, account: anna.reference, claimedAt: TestLedger.now)
      try await ledger.record([
        gem.bought(), gem.owned(by: anna.reference), .account(.chainClaimed(claim)),
      ])
      let before = try await ledger.log.position(withShared: true)
      let (code, output) = try await LedgerCommand(
        ["accounts", "erase", "anna", "--dry-run", "--json"], on: ledger
      ) { _ in
        #"[{"bundleId":"com.example.game","environments":["Production","Sandbox"]}]"#
      }.run()
      #expect(code == 0)
      let answer = try JSONDecoder().decode(Answer.self, from: output)
      #expect((answer.account, answer.state) == ("anna", "notErased"))
      let place = try #require(answer.environments.first)
      #expect((place.environment, place.purchases) == ("Production", ["1"]))
      #expect(place.erasedAt == nil)
      #expect((place.jobs, place.receipts) == (0, 0))
      #expect(try await ledger.log.position(withShared: true) == before)
    }
  }
}
