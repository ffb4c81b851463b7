import EventStore
import Foundation
import Granting
import Intake
import Ledger
import Postgres
import TestSupport
import Testing

/// Comparisons of wallets with the grants they follow.
struct WalletAuditTests {
  private static let ann = AccountReference(.production, TestLedger.bundleID, "ann")
  private static let bob = AccountReference(.production, TestLedger.bundleID, "bob")
  private static let pack = GemPurchase("1")

  /// Runs a ledger with two packs of 100 gems: Ann's, half of it refunded, and one without an
  /// owner.
  private static func withPurchases(
    _ body: @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      let gems = CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])
      _ = try await ledger.intake.catalogs.publish(
        Catalog([gems]), of: TestLedger.bundleID, validFrom: pack.boughtAt)
      try await append(
        [pack.bought(), pack.owned(by: ann), pack.refunded(50_000), GemPurchase("2").bought()],
        to: ledger)
      try await ledger.grant()
      try await body(ledger)
    }
  }

  private static func append(_ events: [LedgerEvent], to ledger: TestLedger) async throws {
    _ = try await ledger.log.append(events.map { NewEvent($0) })
  }

  private static func credit(
    of grant: GrantID, _ amount: Int64, to account: AccountReference
  ) -> LedgerEvent {
    .account(
      .coinsMoved(
        CoinsMoved(
          environment: .production, bundleID: TestLedger.bundleID, account: account, coin: "gem",
          movement: .credited(grant: grant, amount: amount), movedAt: TestLedger.now)))
  }

  private static func audit(_ ledger: TestLedger) async throws -> WalletAudit.Counts {
    let audit = WalletAudit(pool: ledger.pool, log: ledger.log)
    var counts = WalletAudit.Counts()
    for head in try await ledger.log.cut().heads where head.lane > 0 {
      counts = counts + (try await audit.verify(head))
    }
    return counts
  }

  /// Returns the finding of the audit, or nil if everything is right.
  private static func finding(_ ledger: TestLedger) async throws -> String? {
    do {
      _ = try await audit(ledger)
      return nil
    } catch let broken as BrokenPromise {
      return broken.finding
    }
  }

  @Test func `every grant with an owner is followed, others are not asked for`() async throws {
    try await Self.withPurchases { ledger in
      let counts = try await Self.audit(ledger)
      #expect((counts.followed, counts.waiting, counts.credits) == (1, 0, 1))
    }
  }

  /// Half of the pack is refunded: fifty gems. A wallet that took back forty by the same events is wrong.
  @Test func `another amount taken back by the same events is found`() async throws {
    try await Self.withPurchases { ledger in
      let book = try await ledger.accounts.owners(of: Self.pack.chain).book
      #expect(book.statuses.map(\.takenBack) == [50])
      try await Self.append([Self.pack.refunded(50_000, after: 3)], to: ledger)
      let chain = try await ledger.log.reading.events(of: .chain(Self.pack.chain))
      let revision = try #require(chain.last?.id.position)
      try await Self.append(
        [
          .account(
            .coinsMoved(
              CoinsMoved(
                environment: .production, bundleID: TestLedger.bundleID, account: Self.ann,
                coin: "gem",
                movement: .takenBack(grant: Self.pack.grant(), total: 40, revision: revision),
                movedAt: TestLedger.now)))
        ], to: ledger)
      #expect(
        try await Self.finding(ledger)
          == "the wallet of its account took back 40 of grant \(Self.pack.grant()), where 50 is right"
      )
    }
  }

  @Test func `what the granter has not read yet waits`() async throws {
    try await Self.withPurchases { ledger in
      try await Self.append([GemPurchase("2").owned(by: Self.bob)], to: ledger)
      let before = try await Self.audit(ledger)
      #expect((before.followed, before.waiting) == (1, 1))
      try await ledger.grant()
      let after = try await Self.audit(ledger)
      #expect((after.followed, after.waiting) == (2, 0))
    }
  }

  private struct NotRegistered: Error {}

  @Test func `coins of an alias are the account's`() async throws {
    try await Self.withPurchases { ledger in
      let token = UUID()
      let alias = AccountReference(.production, TestLedger.bundleID, AccountID(token: token))
      try await Self.append([GemPurchase("2").owned(by: alias)], to: ledger)
      try await ledger.grant()
      let registered = try await ledger.intake.tokens.register(
        token: token, for: "bob", of: TestLedger.bundleID, in: [.production])
      guard case .registered = registered else { throw NotRegistered() }
      #expect(try await Self.audit(ledger).followed == 2)
    }
  }

  @Test func `a grant that a wallet was read past is named`() async throws {
    try await Self.withPurchases { ledger in
      try await Self.append([GemPurchase("2").owned(by: Self.bob)], to: ledger)
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          "update consumer_checkpoint set position = position + 100 where consumer = 'granting'")
      }
      let id = GemPurchase("2").grant()
      #expect(
        try await Self.finding(ledger) == "the wallet of its account has not followed grant \(id)")
    }
  }

  @Test func `a grant that is owed and was passed by is named`() async throws {
    try await Self.withPurchases { ledger in
      let passed = GemPurchase("3")
      try await Self.append([passed.bought()], to: ledger)
      #expect(try await Self.finding(ledger) == nil)
      let lane = ledger.log.lane(of: .chain(passed.chain))
      let end = try #require(try await ledger.log.position().lanes[lane])
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          """
          update consumer_checkpoint set position = \(end)
          where consumer = 'granting' and lane = \(lane)
          """)
      }
      #expect(
        try await Self.finding(ledger)
          == "transaction 3 is owed 100 gem by the catalog, and granting has passed it by")
    }
  }

  @Test func `a credit of a grant that was never made is named`() async throws {
    try await Self.withPurchases { ledger in
      let id = GemPurchase("9").grant()
      try await Self.append([Self.credit(of: id, 5, to: Self.bob)], to: ledger)
      #expect(
        try await Self.finding(ledger) == "it credits grant \(id), which was never made")
    }
  }

  @Test func `a second credit, in another's wallet, is named`() async throws {
    try await Self.withPurchases { ledger in
      let id = Self.pack.grant()
      try await Self.append([Self.credit(of: id, 100, to: Self.bob)], to: ledger)
      #expect(
        try await Self.finding(ledger) == "it credits grant \(id), which is another account's")
    }
  }

  @Test func `a credit of another amount is named`() async throws {
    try await Self.withPurchases { ledger in
      let id = GemPurchase("2").grant()
      try await Self.append(
        [GemPurchase("2").owned(by: Self.bob), Self.credit(of: id, 101, to: Self.bob)], to: ledger)
      #expect(
        try await Self.finding(ledger) == "it credits something else than grant \(id) gives")
    }
  }
}
