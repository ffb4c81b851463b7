import AppStoreSimulator
import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// `daicho accounts link` and `daicho accounts undo`, by the id of any transaction of a purchase.
struct AccountsLinkTests {
  private struct Answer: Decodable {
    let account: String?, originalTransactionId: String, state: String, position: String
  }

  private static func run(
    _ words: [String], on ledger: TestLedger
  ) async throws -> (code: Int32, output: Data) {
    try await LedgerCommand(["accounts"] + words, on: ledger) { _ in
      #"[{"bundleId":"com.example.game"}]"#
    }.run()
  }

  /// Runs a command that is done, and returns its JSON.
  private static func answer(_ words: [String], on ledger: TestLedger) async throws -> Answer {
    let (code, output) = try await run(words + ["--json"], on: ledger)
    #expect(code == 0, "\(words)")
    return try JSONDecoder().decode(Answer.self, from: output)
  }

  /// Records two months of a subscription that no account owns; its first transaction is 2000.
  private static func subscribe(in ledger: TestLedger) async throws {
    for (id, from, to) in [
      ("2000", "2026-04-01", "2026-05-01"), ("2001", "2026-05-01", "2026-06-01"),
    ] {
      let signed = try ledger.authority.sign(
        payload: TestLedger.transaction(
          id, chain: "2000", from: Instant(day: from), to: Instant(day: to)))
      _ = try await ledger.intake.documents.ingest(Array(signed.utf8))
    }
  }

  /// Returns the accounts that own the subscription, of those that are named.
  private static func owners(
    _ ledger: TestLedger, among names: [AccountID] = ["anna", "bert"]
  ) async throws -> [AccountID] {
    let owners = try await ledger.accounts.owners(of: ChainID(.production, "2000")).owners
    return names.filter {
      owners.contains(AccountReference(.production, TestLedger.bundleID, $0))
    }
  }

  @Test func `a purchase is moved and given back by the id of any of its transactions`()
    async throws
  {
    try await TestLedger.with { ledger in
      // Nothing is projected yet, as without a server.
      try await Self.subscribe(in: ledger)
      let linked = try await Self.answer(["link", "anna", "2001", "--reason", "a"], on: ledger)
      #expect((linked.account, linked.originalTransactionId) == ("anna", "2000"))
      #expect(linked.state == "linked" && !linked.position.isEmpty)
      #expect(try await Self.owners(ledger) == ["anna"])
      _ = try await Self.answer(
        ["link", "bert", "2000", "--author", "eve", "--reason", "b"], on: ledger)
      #expect(try await Self.owners(ledger) == ["bert"])
      let undone = try await Self.answer(
        ["undo", "2001", "--by", "mia", "--reason", "c"], on: ledger)
      #expect(undone.account == nil)
      #expect((undone.originalTransactionId, undone.state) == ("2000", "undone"))
      #expect(try await Self.owners(ledger) == ["anna"])
      var filter = AuditReader.Filter()
      filter.includesAccounts = true
      let told = try await AuditReader(ledger.log).list(filter, limit: 99).entries.map { entry in
        [entry.act, entry.object, entry.author?.name, entry.reason].compactMap(\.self)
          .joined(separator: " ")
      }
      #expect(
        told == [
          "accounts.link 2000 \(NSUserName()) a", "accounts.link 2000 eve b",
          "accounts.undo 2000 mia c",
        ])
    }
  }

  @Test func `an id that no purchase has links nothing, and is no wrong usage`() async throws {
    try await TestLedger.with { ledger in
      try await Self.subscribe(in: ledger)
      for words in [
        ["link", "anna", "77", "--reason", "a"], ["undo", "77", "--reason", "a"],
        ["undo", "2001", "--reason", "nobody owns it"],
        ["link", "anna", "2001", "--environment", "Sandbox", "--reason", "a"],
      ] {
        let ended = try await Self.run(words, on: ledger)
        #expect(ended.code == 1 && ended.output.isEmpty, "\(words)")
      }
      #expect(try await Self.owners(ledger).isEmpty)
    }
  }
}
