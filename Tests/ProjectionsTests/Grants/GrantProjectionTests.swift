import EventStore
import Intake
import Ledger
import Projections
import TestSupport
import Testing

struct GrantProjectionTests {
  private let gems = GemPurchase("1000")

  /// Records one event after the other, and returns the state of the grants after each.
  private func states(_ events: [LedgerEvent]) async throws -> [String] {
    try await TestLedger.with { ledger in
      var states: [String] = []
      for event in events {
        try await ledger.record([event])
        try await ledger.project()
        states += try await ledger.reader.grants.page(GrantFilter(), limit: 10).value.grants
          .map { "\($0.state) \($0.amount - $0.revokedAmount)" }
      }
      try await ledger.verifyProjections()
      return states
    }
  }

  @Test func `a grant is pending until it is acknowledged`() async throws {
    let events = [gems.bought(), gems.granted(100), gems.acknowledged()]
    #expect(try await states(events) == ["pending 100", "acknowledged 100"])
  }

  @Test func `a refund takes back its share, and a reversal gives it back`() async throws {
    let events = [
      gems.bought(), gems.granted(100), gems.refunded(67_932), gems.refunded(after: 3),
      gems.bought(said: 9),
    ]
    #expect(try await states(events) == ["pending 100", "pending 32", "revoked 0", "pending 100"])
  }

  @Test func `what is acknowledged can be revoked, and is acknowledged again by a reversal`()
    async throws
  {
    let events = [
      gems.bought(), gems.granted(100), gems.acknowledged(), gems.refunded(50_000),
      gems.refunded(after: 3), gems.bought(said: 9),
    ]
    #expect(
      try await states(events) == [
        "pending 100", "acknowledged 100", "acknowledged 50", "revoked 0", "acknowledged 100",
      ])
  }

  @Test func `an acknowledgement of what was revoked is kept`() async throws {
    let events = [
      gems.bought(), gems.granted(100), gems.refunded(), gems.acknowledged(), gems.bought(said: 9),
    ]
    #expect(
      try await states(events) == ["pending 100", "revoked 0", "revoked 0", "acknowledged 100"])
  }

  @Test func `a refund that is known before the grant counts at once, whatever its date`()
    async throws
  {
    let events = [gems.bought(), gems.refunded(after: 30_000), gems.granted(100)]
    #expect(try await states(events) == ["revoked 0"])
  }

  @Test func `a refund with nothing but a shared secret behind it counts for nothing`() async throws
  {
    guard case .chain(.transactionObserved(let fact)) = gems.refunded() else { return }
    let unsigned = TransactionFact(
      chain: fact.chain, transactionID: fact.transactionID,
      purchase: fact.purchase, expiresDate: fact.expiresDate, isUpgraded: nil,
      revocation: fact.revocation, trust: .sharedSecret, assertedAt: fact.assertion.assertedAt)
    let events = [gems.bought(), gems.granted(100), .chain(.transactionObserved(unsigned))]
    #expect(try await states(events) == ["pending 100", "pending 100"])
  }

  @Test func `a grant made while its chain had no owner goes to the first owner`() async throws {
    try await TestLedger.with { ledger in
      let (anna, bert) = (ledger.account("anna").reference, ledger.account("bert").reference)
      func account() async throws -> [AccountReference?] {
        try await ledger.project()
        return try await ledger.reader.grants.page(GrantFilter(), limit: 10).value.grants.map(
          \.account)
      }
      try await ledger.record([gems.bought(), gems.granted(100)])
      #expect(try await account() == [nil])
      try await ledger.record([gems.owned(by: anna)])
      #expect(try await account() == [anna])
      try await ledger.record([
        .chain(
          .ownershipChanged(
            OwnershipChanged(
              chain: gems.chain, owners: [bert], account: bert,
              cause: .transferred, rules: nil, decidedAt: TestLedger.now)))
      ])
      #expect(try await account() == [anna])
      try await ledger.verifyProjections()
    }
  }

  @Test func `a purchase waits until a catalog names its product`() async throws {
    try await TestLedger.with { ledger in
      var tried = GemPurchase("2000")
      tried.environment = .sandbox
      try await ledger.record([gems.bought(), tried.bought(), GemPurchase("3000").bought()])
      try await ledger.project()
      let waiting = try await ledger.reader.unpricedProducts.products()
      #expect(waiting.map(\.environment) == [.production, .sandbox])
      #expect(waiting.map(\.count) == [2, 1])
      #expect(waiting.allSatisfy { $0.productID == "gems" && $0.bundleID == gems.bundleID })

      for (app, product) in [("com.example.other", "gems"), (gems.bundleID, "pack")]
        as [(BundleID, ProductID)]
      {
        try await ledger.publish(product, of: app)
        try await ledger.project()
        #expect(try await ledger.reader.unpricedProducts.products() == waiting)
      }
      try await ledger.publish("gems", of: gems.bundleID)
      try await ledger.project()
      #expect(try await ledger.reader.unpricedProducts.products() == [])
      try await ledger.verifyProjections()
    }
  }

  @Test func `a purchase before the cut-over date waits for nothing, wherever the date is moved`()
    async throws
  {
    try await TestLedger.with { ledger in
      func count() async throws -> Int {
        try await ledger.project()
        try await ledger.verifyProjections()
        return try await ledger.reader.unpricedProducts.products().reduce(0) { $0 + $1.count }
      }
      func declare(_ moment: Instant, _ hours: Int) async throws {
        try await ledger.intake(link: .firstWins, at: TestLedger.now + .seconds(3_600 * hours))
          .catalogs.declare(before: moment, of: gems.bundleID, in: .production)
      }
      var tried = GemPurchase("2000")
      tried.environment = .sandbox
      var late = GemPurchase("3000")
      late.boughtAt = Instant(day: "2026-05-20")
      try await ledger.record([gems.bought(), tried.bought(), late.bought()])
      #expect(try await count() == 3)
      try await declare(late.boughtAt, 0)
      #expect(try await count() == 2)
      try await ledger.record([GemPurchase("4000").bought()])
      #expect(try await count() == 2)
      try await declare(gems.boughtAt, 1)
      #expect(try await count() == 4)
      try await declare(TestLedger.now, 2)
      #expect(try await count() == 1)
      try await ledger.publish("gems", of: gems.bundleID)
      #expect(try await count() == 0)
    }
  }

  @Test func `more chains than are settled at once wait for nothing after their catalog`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.record((0..<2_200).map { GemPurchase(TransactionID("\($0)")).bought() })
      try await ledger.project()
      #expect(try await ledger.reader.unpricedProducts.products().map(\.count) == [2_200])
      try await ledger.publish("gems", of: gems.bundleID)
      try await ledger.project()
      #expect(try await ledger.reader.unpricedProducts.products() == [])
    }
  }
}

extension TestLedger {
  /// Compares every projection with a replay.
  func verifyProjections() async throws {
    for name in ProjectionName.allCases {
      let replay = Replay(pool: pool, log: log, of: name)
      for lane in log.lanes { try await replay.verify(lane: lane) }
    }
  }

  /// Publishes a catalog of one product, each with 100 gems.
  func publish(_ product: ProductID, of app: BundleID) async throws {
    let catalog = try Catalog([
      CatalogProduct(product, type: .consumable, grants: [ProductGrant("gem", 100)])
    ])
    _ = try await intake.catalogs.publish(catalog, of: app, validFrom: TestLedger.now)
  }
}
