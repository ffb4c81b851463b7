import EventStore
import Foundation
import Ledger
import Synchronization
import TestSupport
import Testing

@testable import Intake

/// The review of purchases that need an operator's look.
struct OwnershipReviewTests {
  private static let token = UUID(uuidString: "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b")!
  private static let anna = AccountReference(.production, TestLedger.bundleID, "anna")
  private static let bert = AccountReference(.production, TestLedger.bundleID, "bert")
  private static let day = Instant(day: "2026-05-01")

  private static func review(_ ledger: TestLedger) async throws -> [OwnershipReview.Item] {
    let found = Mutex<[OwnershipReview.Item]>([])
    let extent = try await OwnershipReview(pool: ledger.pool, log: ledger.log).review { item in
      found.withLock { $0.append(item) }
    }
    #expect(extent.isWhole && extent.unreadable.isEmpty)
    return found.withLock(\.self)
  }

  private static func bought(_ id: TransactionID, token: UUID?) -> LedgerEvent {
    var purchase = Purchase(productID: "gems", type: .consumable, purchaseDate: day)
    purchase.appAccountToken = token
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: ChainID(.production, OriginalTransactionID(id.rawValue)), transactionID: id,
          purchase: purchase,
          expiresDate: .absent, isUpgraded: nil, revocation: .absent, trust: .signed,
          assertedAt: day)))
  }

  private static func append(_ events: [LedgerEvent], to ledger: TestLedger) async throws {
    _ = try await ledger.log.append(events.map { NewEvent($0) })
  }

  @Test func `a purchase under an unregistered token is listed until the token is registered`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await Self.append([Self.bought("1", token: Self.token)], to: ledger)
      let items = try await Self.review(ledger)
      #expect(items.map(\.matter) == [.waiting(token: Self.token)])
      #expect(items[0].chain.originalTransactionID == "1")
      _ = try await ledger.intake.tokens.register(
        token: Self.token, for: "anna", of: TestLedger.bundleID, in: [.production])
      #expect(try await Self.review(ledger).isEmpty)
    }
  }

  @Test func `an event that cannot be read is named, and hides no other purchase`() async throws {
    try await TestLedger.with { ledger in
      let others = [UUID(), UUID()]
      _ = try await ledger.intake.tokens.register(
        token: others[1], for: "anna", of: TestLedger.bundleID, in: [.production])
      for (id, token) in [("1", Self.token), ("3", others[1]), ("2", others[0])] {
        try await Self.append([Self.bought(TransactionID(id), token: token)], to: ledger)
      }
      let poison = try await ledger.store(after: "2", changing: "schema_version = 99")
      try await ledger.script(
        """
        set session_replication_role = replica;
        update event set schema_version = 98 where type = \(EventType.accountAliased.rawValue);
        reset session_replication_role
        """)
      let found = Mutex<[OwnershipReview.Item]>([])
      let extent = try await OwnershipReview(pool: ledger.pool, log: ledger.log).review { item in
        found.withLock { $0.append(item) }
      }
      let reasons = Set(extent.unreadable.map { "\($0.reason)" })
      #expect(extent.isWhole && extent.unreadable.map(\.id).contains(poison))
      #expect(reasons == ["unknown schema version 98", "unknown schema version 99"])
      #expect(
        found.withLock { $0.map(\.chain.originalTransactionID) } == ["1"], "3 is not said to wait")
    }
  }

  @Test func `coins of another account's purchase are listed with their holder`() async throws {
    try await TestLedger.with { ledger in
      let pack = GemPurchase("1")
      _ = try await ledger.known("anna")
      _ = try await ledger.known("bert")
      let post = ChainPosted(
        chain: pack.chain, account: Self.anna, isSigned: true,
        postedAt: Self.day)
      try await Self.append(
        [pack.bought(), .chain(.chainPosted(post)), pack.granted(100, to: Self.bert)], to: ledger)
      #expect(
        try await Self.review(ledger).map(\.matter) == [
          .coinsElsewhere(
            owner: Self.anna, holders: [.init(account: Self.bert, coin: "gem", amount: 100)])
        ])
      try await Self.append([pack.refunded()], to: ledger)
      #expect(try await Self.review(ledger).isEmpty)
    }
  }
}
