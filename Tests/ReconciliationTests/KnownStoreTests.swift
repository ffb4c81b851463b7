import EventProcessing
import EventStore
import Intake
import Ledger
import Reconciliation
import TestSupport
import Testing

/// The stores whose reconciliation has a status.
struct KnownStoreTests {
  private static let shop: BundleID = "com.example.shop"

  private func known(
    _ store: OpenStore, _ environments: Set<StoreEnvironment>, askable: Set<BundleID>
  ) async throws -> [KnownStore] {
    let apps = [TestLedger.bundleID, Self.shop].map {
      ConfiguredApp(bundleID: $0, appAppleID: nil, environments: environments)
    }
    return try await KnownStores(
      store.ledger.pool, lanes: store.ledger.log.lanes, apps: apps, askable: askable
    ).all()
  }

  private func fact(
    _ id: String, of app: BundleID, in environment: StoreEnvironment
  ) -> LedgerEvent {
    .chain(
      .transactionObserved(
        TransactionFact(
          chain: ChainID(app, environment, OriginalTransactionID(id)),
          transactionID: TransactionID(id),
          purchase: Purchase(
            productID: "com.example.gems", type: .consumable, purchaseDate: TestLedger.now),
          expiresDate: .absent, isUpgraded: nil, revocation: .absent, trust: .receipt,
          assertedAt: TestLedger.now)))
  }

  @Test func `are those of the settings, each with its key or without`() async throws {
    try await OpenStore.with { store in
      let stores = try await known(
        store, [.production, .sandbox, .xcode], askable: [TestLedger.bundleID])
      #expect(
        stores.map { "\($0.endpoint): \($0.reach)" } == [
          "com.example.game in Production: askable", "com.example.game in Sandbox: askable",
          "com.example.shop in Production: withoutKey", "com.example.shop in Sandbox: withoutKey",
        ])
    }
  }

  @Test func `are also those of recorded purchases, which the settings do not name`() async throws {
    try await OpenStore.with { store in
      try await store.ledger.record([
        fact("1", of: TestLedger.bundleID, in: .production),
        fact("2", of: Self.shop, in: .sandbox), fact("3", of: Self.shop, in: .sandbox),
        fact("4", of: "com.example.old", in: .production),
        fact("5", of: "com.example.old", in: .xcode),
      ])
      try await store.producing.runToEnd()
      let stores = try await known(store, [.production], askable: [TestLedger.bundleID])
      #expect(
        stores.map { "\($0.endpoint): \($0.reach)" } == [
          "com.example.game in Production: askable", "com.example.shop in Production: withoutKey",
          "com.example.old in Production: notConfigured",
          "com.example.shop in Sandbox: notConfigured",
        ])
    }
  }

  /// No consumer runs before the first audit, as in a process without the part `reconciliation`.
  @Test(arguments: [true, false])
  func `are also those of histories that were read, before the consumer sees their chains`(
    isAccepted: Bool
  ) async throws {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.gems, times: 12)
      let parts = isAccepted ? store.parts : store.strangeParts
      let count = try await parts.histories.read(
        customerOf: TransactionID(ids[0]), in: store.store)
      #expect(count.expected == 12 && count.rejected == (isAccepted ? 0 : 12))
      #expect(try await store.ledger.count("select count(*) from reconciliation_cursor") == 12)
      #expect(
        try await store.ledger.count("select count(distinct (app, environment)) from known_store")
          == 1)
      #expect(try await findings(store) == [])
      try await store.producing.runToEnd()
      #expect(try await findings(store) == [])
    }
  }

  private func findings(_ store: OpenStore) async throws -> [String] {
    let audit = CursorAudit(pool: store.ledger.pool)
    var findings: [String] = []
    for lane in store.ledger.log.lanes {
      findings += try await audit.findings(lane: lane, limit: 100, at: store.clock.now)
        .map { "\($0.place): \($0.finding)" }
    }
    return findings
  }

  @Test(arguments: [StoreReach.withoutKey, .notConfigured])
  func `are never complete where Apple cannot be asked`(reach: StoreReach) async throws {
    try await OpenStore.with { store in
      try await store.advance(to: TestLedger.now)
      let service = ReconciliationService(store.ledger.pool, log: store.ledger.log)
      let never = try #require(
        try await service.status(of: store.store, reach: reach, at: TestLedger.now))
      #expect(!never.isComplete && never.completeness == 0)
      _ = try await store.parts.sweeper.sweepWhatIsDue(of: store.store)
      let once = try #require(
        try await service.status(of: store.store, reach: reach, at: TestLedger.now))
      #expect(!once.isComplete && once.completeness == 99.99)
    }
  }
}
