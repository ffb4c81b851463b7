import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

/// The rows of promotional entitlements.
struct PromotionProjectionTests {
  private static let signature = ActSignature(ActAuthor(name: "ada"), because: "damaged")
  private static let june = Instant(day: "2026-06-10")

  private static func granted(_ id: UUID, to account: AccountKey) -> LedgerEvent {
    .account(
      .promotionGranted(
        PromotionGranted(
          environment: .production, bundleID: TestLedger.bundleID, account: account.reference,
          id: id, thing: .name("pro"), until: Instant(day: "2026-07-01"),
          author: ActAuthor(name: "eve"), reason: "outage", grantedAt: TestLedger.now)))
  }

  private static func withdrawn(_ id: UUID, from account: AccountKey) -> LedgerEvent {
    .account(
      .promotionWithdrawn(
        PromotionWithdrawn(
          environment: .production, bundleID: TestLedger.bundleID, account: account.reference,
          id: id, author: ActAuthor(name: "eve"), reason: "mistake",
          withdrawnAt: Instant(day: "2026-06-05"))))
  }

  private static func erased(_ account: AccountKey) -> LedgerEvent {
    .account(
      .accountErased(
        AccountErased(
          environment: .production, bundleID: TestLedger.bundleID, account: account.reference,
          chains: [], erasedAt: TestLedger.now)))
  }

  /// Records events with a turn of the projections after each of them, or with one at the end.
  private static func record(
    _ events: [LedgerEvent], in ledger: TestLedger, singly: Bool
  ) async throws {
    for part in singly ? events.map({ [$0] }) : [events] {
      try await ledger.record(part)
      try await ledger.project()
    }
  }

  @Test(arguments: [true, false])
  func `are the same in one page and in many, and as a replay has them`(singly: Bool) async throws {
    try await TestLedger.with { ledger in
      let (anna, bert) = (try await ledger.known("anna"), try await ledger.known("bert"))
      let ids = (0..<4).map { _ in UUID() }
      try await Self.record(
        [
          Self.granted(ids[0], to: anna), Self.granted(ids[1], to: bert),
          Self.withdrawn(ids[1], from: bert), Self.granted(ids[2], to: bert), Self.erased(anna),
          Self.granted(ids[3], to: anna),
        ], in: ledger, singly: singly)
      func told(_ account: AccountKey, at moment: Instant = Self.june) async throws -> [String] {
        try await ledger.reader.status.entitlements(of: account, at: moment).value
          .map(\.transactionID.rawValue)
      }
      #expect(try await told(anna) == [ids[3].uuidString.lowercased()])
      #expect(try await told(bert) == [ids[2].uuidString.lowercased()])
      #expect(try await told(bert, at: Instant(day: "2026-06-04")).count == 2)
      #expect(try await told(bert, at: Instant(day: "2026-07-01")).isEmpty)
      try await ledger.verifyReplays()
      let known = try await ledger.log.cut().moment
      let past = try await ledger.reader.status.entitlements(
        of: bert, at: Self.june, knownAt: known
      ).value
      let present = try await ledger.reader.status.entitlements(of: bert, at: Self.june).value
      #expect(past == present && !past.isEmpty)
    }
  }

  @Test(arguments: [
    "delete from account_promotion",
    "update account_promotion set until = until + interval '1 day'",
    "update account_promotion set withdrawn_at = granted_at",
  ])
  func `damaged ones are found, and a repair of the account replaces them`(damage: String)
    async throws
  {
    try await TestLedger.with { ledger in
      let anna = try await ledger.known("anna")
      try await Self.record([Self.granted(UUID(), to: anna)], in: ledger, singly: false)
      try await ledger.verifyReplays()
      try await ledger.owner.withConnection { try await $0.script(damage) }
      await #expect(throws: BrokenPromise.self) { try await ledger.verifyReplays() }
      let repaired = try await ProjectionRepair(pool: ledger.pool, log: ledger.log)
        .repair(.account(anna.reference), signed: Self.signature)
      #expect(repaired.rows.map(\.table) == ["account_promotion"])
      #expect(repaired.left == [])
      try await ledger.verifyReplays()
    }
  }

  @Test func `are rebuilt beside the live ones`() async throws {
    try await TestLedger.with { ledger in
      let anna = try await ledger.known("anna")
      let id = UUID()
      try await Self.record(
        [
          Self.granted(id, to: anna), Self.withdrawn(id, from: anna),
          Self.granted(UUID(), to: anna),
        ],
        in: ledger, singly: false)
      let rows = try await ledger.texts("select t::text from account_promotion t order by 1")
      #expect(rows.count == 2)
      guard case .switched = try await ledger.rebuild().run() else {
        Issue.record("it differs")
        return
      }
      #expect(
        try await ledger.texts("select t::text from account_promotion t order by 1") == rows)
      #expect(try await ledger.generations().contains("chains 1 live"))
    }
  }
}
