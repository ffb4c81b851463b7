import EventStore
import Intake
import Ledger
import TestSupport
import Testing

struct CutOverTests {
  private static let march = Instant(day: "2026-03-01")
  private static let april = Instant(day: "2026-04-01")
  private static let june = Instant(day: "2026-06-01")
  private static let anna = AccountReference(.production, TestLedger.bundleID, "anna")

  private static func bought(
    _ id: TransactionID, on day: Instant, in ledger: TestLedger
  ) async throws {
    var gems = GemPurchase(id)
    gems.boughtAt = day
    try await ledger.record([
      gems.bought(), gems.owned(by: anna),
    ])
  }

  /// Declares a cut-over date. The declaration comes so many hours after the present.
  private static func declare(
    before moment: Instant, _ hours: Int = 0, environment: StoreEnvironment = .production,
    in ledger: TestLedger
  ) async throws {
    try await ledger.intake(link: .firstWins, at: TestLedger.now + .seconds(3_600 * hours))
      .catalogs.declare(before: moment, of: TestLedger.bundleID, in: environment)
  }

  private static func publish(in ledger: TestLedger) async throws {
    let gems = CatalogProduct(
      "gems", type: .consumable, grants: [ProductGrant("gem", 100)])
    _ = try await ledger.intake.catalogs.publish(
      Catalog([gems]), of: TestLedger.bundleID, validFrom: Instant(day: "2020-01-01"))
  }

  private static func balance(in ledger: TestLedger) async throws -> Int64 {
    try await ledger.intake.wallets.wallet(
      of: anna, in: TestLedger.bundleID, environment: .production
    ).wallet.available("gem")
  }

  private static func waits(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.count("select count(*) from granting_wait")
  }

  @Test func `a purchase before the cut-over date is never granted`() async throws {
    try await TestLedger.with { ledger in
      try await Self.declare(before: Self.april, in: ledger)
      try await Self.publish(in: ledger)
      try await Self.bought("1", on: Self.march, in: ledger)
      try await Self.bought("2", on: Self.april, in: ledger)
      try await ledger.grant()
      #expect(try await Self.balance(in: ledger) == 100)
      #expect(try await Self.waits(ledger) == 0)
    }
  }

  @Test func `a cut-over date of the sandbox says nothing of Production`() async throws {
    try await TestLedger.with { ledger in
      try await Self.declare(before: Self.june, environment: .sandbox, in: ledger)
      try await Self.publish(in: ledger)
      try await Self.bought("1", on: Self.march, in: ledger)
      try await ledger.grant()
      #expect(try await Self.balance(in: ledger) == 100)
    }
  }

  @Test func `a cut-over date ends the wait of purchases before it`() async throws {
    try await TestLedger.with { ledger in
      try await Self.bought("1", on: Self.march, in: ledger)
      try await Self.bought("2", on: Self.april, in: ledger)
      try await ledger.grant()
      #expect(try await Self.waits(ledger) == 2)
      try await Self.declare(before: Self.april, in: ledger)
      try await ledger.grant()
      #expect(try await Self.waits(ledger) == 1)
      try await Self.publish(in: ledger)
      try await ledger.grant()
      #expect(try await Self.balance(in: ledger) == 100)
      #expect(try await Self.waits(ledger) == 0)
    }
  }

  @Test func `a cut-over date that is moved back grants the purchases since`() async throws {
    try await TestLedger.with { ledger in
      try await Self.publish(in: ledger)
      try await Self.declare(before: Self.june, in: ledger)
      try await Self.bought("1", on: Self.march, in: ledger)
      try await Self.bought("2", on: Self.april, in: ledger)
      try await ledger.grant()
      #expect(try await Self.balance(in: ledger) == 0)
      try await Self.declare(before: Self.april, 1, in: ledger)
      try await ledger.grant()
      #expect(try await Self.balance(in: ledger) == 100)
      try await Self.declare(before: Self.june, 2, in: ledger)
      try await ledger.grant()
      #expect(try await Self.balance(in: ledger) == 100)
      #expect(try await ledger.granter.lag() == 0)
    }
  }

  @Test func `the same cut-over date declared again is recorded once`() async throws {
    try await TestLedger.with { ledger in
      for hours in 0..<3 { try await Self.declare(before: Self.april, hours, in: ledger) }
      #expect(try await ledger.log.reading.shared().count == 1)
      let status = try await ledger.intake.catalogs.cutOvers().current(in: TestLedger.bundleID)
      #expect(status.map(\.before) == [Self.april])
    }
  }

  @Test func `the consumption of a purchase is computed from wallet and grants`() async throws {
    try await TestLedger.with { ledger in
      let chain = GemPurchase("1").chain
      func answer() async throws -> ConsumptionAnswer? {
        let reader = ledger.intake.deliveries
        return try await reader.consumption(of: "1", by: reader.deliveries(of: chain))
      }
      #expect(try await answer() == nil)
      try await Self.publish(in: ledger)
      try await Self.bought("1", on: Self.march, in: ledger)
      #expect(try await answer() == ConsumptionAnswer(isDelivered: false, share: nil))
      try await ledger.grant()
      #expect(try await answer() == ConsumptionAnswer(isDelivered: true, share: 0))
      _ = try await ledger.intake.walletDecisions.ask(
        WalletCommand(.spend("gem", 25), key: "hat"), of: "anna", in: TestLedger.bundleID,
        environment: .production)
      #expect(try await answer() == ConsumptionAnswer(isDelivered: true, share: 25_000))
    }
  }
}
