import EventStore
import Ledger
import TestSupport
import Testing

/// Commands with a file that lacks a master key in use.
struct LackingKeyTests {
  private static func code(_ words: [String], on ledger: TestLedger) async throws -> Int32 {
    try await LedgerCommand(words, on: ledger) { _ in #"[{"bundleId":"com.example.game"}]"# }
      .run().0
  }

  @Test func `what seals is refused until the loss of the key is stated, and what reads goes on`()
    async throws
  {
    try await TestLedger.with { ledger in
      let log = try await EventLog(ledger.pool, keyring: Keyring(Keyring.generate(id: "k9")))
      _ = try await log.append(
        [NewEvent(GemPurchase("1").bought(), evidence: Evidence(Array("received".utf8)))])
      let events = try await ledger.count("select count(*) from event")
      let link = ["accounts", "link", "anna", "1", "--reason", "a test"]
      #expect(try await Self.code(link, on: ledger) == 1)
      #expect(try await ledger.count("select count(*) from event") == events)
      #expect(try await ledger.count("select count(*) from master_key") == 0)
      #expect(try await Self.code(["accounts", "review"], on: ledger) == 0)
      // It goes past the key that does not open.
      let rewrap = ["evidence", "rewrap", "--by", "jo", "--reason", "a test"]
      #expect(try await Self.code(rewrap, on: ledger) == 1)
      let lost = ["evidence", "lost", "k9", "--by", "jo", "--reason", "the disk broke"]
      #expect(try await Self.code(lost, on: ledger) == 0)
      #expect(try await ledger.count("select count(*) from master_key where id = 'k1'") == 1)
      #expect(try await Self.code(link, on: ledger) == 0)
    }
  }
}
