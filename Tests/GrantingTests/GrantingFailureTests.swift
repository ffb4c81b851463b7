import EventProcessing
import EventStore
import Granting
import Intake
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

/// Purchases whose grants cannot be recorded.
struct GrantingFailureTests {
  private static let day = Instant(day: "2026-03-01")

  /// A way in which grants become due.
  enum Way: CaseIterable {
    /// By a purchase that is read.
    case read
    /// By the first catalog that names the product of purchases which wait for it.
    case priced
    /// By a catalog that is valid since before it was published.
    case backdated
  }

  private static func purchase(_ id: String, _ type: ProductType) -> LedgerEvent {
    let fact = TransactionFact(
      chain: ChainID(.production, OriginalTransactionID(id)),
      transactionID: TransactionID(id),
      purchase: Purchase(productID: "gems", type: type, purchaseDate: day), expiresDate: .absent,
      isUpgraded: false, revocation: .absent, trust: .signed, assertedAt: day)
    return .chain(.transactionObserved(fact))
  }

  private static func publish(
    _ id: ProductID, _ type: ProductType, _ ledger: TestLedger
  ) async throws {
    let product = CatalogProduct(id, type: type, grants: [ProductGrant("gem", 100)])
    _ = try await ledger.intake.catalogs.publish(
      Catalog([product]), of: TestLedger.bundleID, validFrom: day)
  }

  private static func balance(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.intake.wallets.wallet(
      of: ledger.account("ann").reference, in: TestLedger.bundleID, environment: .production
    ).wallet.available("gem")
  }

  @Test(arguments: Way.allCases)
  func `become dead letters, and the others are granted`(way: Way) async throws {
    try await TestLedger.with { ledger in
      let type: ProductType = way == .backdated ? .nonConsumable : .consumable
      if way == .read { try await Self.publish("gems", type, ledger) }
      if way == .backdated { try await Self.publish("other", type, ledger) }
      try await ledger.script(
        "alter table event add constraint poison check (type <> 11 or transaction_id <> '2')")
      for id in ["1", "2", "3"] {
        let chain = ChainOwned(
          chain: ChainID(.production, OriginalTransactionID(id)),
          account: ledger.account("ann").reference, decidedAt: Self.day)
        try await ledger.record([Self.purchase(id, type), .chain(.chainOwned(chain))])
      }
      try await ledger.grant()
      if way != .read {
        #expect(try await Self.balance(ledger) == 0)
        try await Self.publish("gems", type, ledger)
        try await ledger.grant()
      }
      #expect(try await Self.balance(ledger) == 200)
      let lag = try await ledger.granter.wholeLag()
      #expect((lag.events, lag.deadLetters) == (0, 1))

      try await ledger.granter.retryWaiting()
      #expect(try await ledger.granter.wholeLag().deadLetters == 1)
      try await ledger.script("alter table event drop constraint poison")
      try await ledger.granter.retryWaiting()
      try await ledger.grant()
      #expect(try await Self.balance(ledger) == 300)
      #expect(try await ledger.granter.wholeLag().deadLetters == 0)
    }
  }

  @Test func `wait when the database is to blame`() async throws {
    try await TestLedger.with { ledger in
      try await Self.publish("gems", .consumable, ledger)
      try await ledger.record([Self.purchase("1", .consumable)])
      try await ledger.script("alter table granting_wait rename to granting_wait_away")
      await #expect(throws: PostgresError.self) { try await ledger.granter.runOnce() }
      #expect(try await ledger.granter.wholeLag().deadLetters == 0)
      try await ledger.script("alter table granting_wait_away rename to granting_wait")
      try await ledger.grant()
      #expect(try await ledger.granter.wholeLag().events == 0)
    }
  }
}
