import EventStore
import Intake
import Ledger
import TestSupport
import Testing

@testable import Server

struct CatalogPublicationTests {
  private let january = Instant(day: "2026-01-01")
  private let march = Instant(day: "2026-03-01")

  private func gems(_ amount: Int64) -> CatalogProduct {
    CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", amount)])
  }

  private func pro(level: Int) -> CatalogProduct {
    CatalogProduct(
      "pro", type: .autoRenewable, subscriptionGroupID: "2100", level: level, period: .months(1))
  }

  private func publish(
    _ products: [CatalogProduct], from moment: Instant, isDryRun: Bool = false,
    _ ledger: TestLedger
  ) async throws -> PublicationBody {
    try await PublicationBody.publish(
      try Catalog(products, coins: ["gem": .daicho]), of: TestLedger.bundleID, validFrom: moment,
      isDryRun: isDryRun, by: ledger.intake)
  }

  @Test func `publishing tells what it changes`() async throws {
    try await TestLedger.with { ledger in
      let noAds = CatalogProduct("no_ads", type: .nonConsumable)
      let first = try await publish([gems(100), noAds, pro(level: 2)], from: january, ledger)
      #expect(
        first.lines == [
          "Catalog 1 of com.example.game holds from 2026-01-01T00:00:00.000Z: 3 products.",
          "  new      gems: Consumable; 100 gem", "  new      no_ads: Non-Consumable; no coins",
          "  new      pro: Auto-Renewable Subscription, group 2100, level 2, period P1M; no coins",
          "  coin     gem: kept here", "Grants already made keep their amounts.",
        ])
      let chest = CatalogProduct("chest", type: .consumable)
      let second = try await publish([gems(80), chest, pro(level: 1)], from: march, ledger)
      #expect(
        second.lines == [
          "Catalog 2 of com.example.game holds from 2026-03-01T00:00:00.000Z: 3 products.",
          "  new      chest: Consumable; coins not named here",
          "  gone     no_ads", "  coins    gems: 80 gem, before 100 gem",
          "  changed  pro: Auto-Renewable Subscription, group 2100, level 1, period P1M, before "
            + "Auto-Renewable Subscription, group 2100, level 2, period P1M",
          "  waiting  chest: purchases wait until a catalog names its coins",
          "Grants already made keep their amounts.",
        ])
    }
  }

  @Test func `coins that an upgrade leaves are told by publishing and by the catalog in force`()
    async throws
  {
    @Sendable func pro(_ rule: UpgradeRule?) -> CatalogProduct {
      CatalogProduct(
        "pro", type: .autoRenewable, subscriptionGroupID: "2100", level: 1, period: .months(1),
        grants: [ProductGrant("gem", 50, onUpgrade: rule)])
    }
    try await TestLedger.with { ledger in
      _ = try await publish([pro(.prorate)], from: january, ledger)
      let second = try await publish([pro(.keep)], from: march, ledger)
      #expect(second.lines.contains("  coins    pro: 50 gem, kept on an upgrade, before 50 gem"))
      #expect(pro(.keep).sentence.hasSuffix("; 50 gem, kept on an upgrade"))
      #expect(pro(nil).sentence.hasSuffix("; 50 gem"))
    }
  }

  @Test func `a coin is told once it is declared, and again when its rules change`() async throws {
    try await TestLedger.with { ledger in
      func told(_ coins: [Coin: CoinDeclaration]) async throws -> [String] {
        try await PublicationBody.publish(
          try Catalog([gems(1)], declaring: coins), of: TestLedger.bundleID, validFrom: january,
          isDryRun: false, by: ledger.intake
        ).changes.lines.filter { $0.hasPrefix("  coin ") }
      }
      let (gem, zed) = (CoinDeclaration(.daicho), CoinDeclaration(.game))
      let first = try await told(["gem": gem])
      #expect(first == ["  coin     gem: kept here"])
      let second = try await told(["gem": gem, "zed": zed])
      #expect(second == ["  coin     zed: kept by the game"])
      let third = try await told(["gem": gem])
      #expect(third == [])
      let fourth = try await told(["gem": CoinDeclaration(.daicho, creditMax: 5), "zed": zed])
      #expect(fourth == ["  coin     gem: kept here, the game may give 5 at once"])
    }
  }

  @Test func `what holds already is not published again, what does not is`() async throws {
    try await TestLedger.with { ledger in
      _ = try await publish([gems(1)], from: january, ledger)
      _ = try await publish([gems(2)], from: march, ledger)
      let count = try await ledger.log.reading.shared().count
      let again = try await publish([gems(2)], from: march + .seconds(1), ledger)
      #expect(again.outcome == .unchanged)
      #expect(
        again.lines == [
          "Catalog 2 of com.example.game says the same and is in force: nothing to publish."
        ])
      #expect(try await ledger.log.reading.shared().count == count)
      let back = try await publish([gems(1)], from: march + .seconds(1), ledger)
      #expect((back.outcome, back.number) == (.published, 3))
      #expect(try await ledger.log.reading.shared().count == count + 1)
    }
  }

  @Test func `a consumable waits only where no catalog ever named its coins`() async throws {
    try await TestLedger.with { ledger in
      let (silent, chest) = (
        CatalogProduct("gems", type: .consumable), CatalogProduct("chest", type: .consumable)
      )
      #expect(
        try await publish([silent, chest], from: january, ledger).unpriced == ["chest", "gems"])
      #expect(try await publish([gems(1)], from: march, ledger).unpriced == [])
      let later = try await publish([silent, chest], from: march + .seconds(1), ledger)
      #expect(later.unpriced == ["chest"])
      #expect(later.lines.contains("  coins    gems: coins not named here, before 1 gem"))
    }
  }

  @Test func `a dry run says the same and records nothing`() async throws {
    try await TestLedger.with { ledger in
      let body = try await publish([gems(1)], from: january, isDryRun: true, ledger)
      #expect(
        body.lines == [
          "This would be catalog 1 of com.example.game, from 2026-01-01T00:00:00.000Z: "
            + "1 product.",
          "  new      gems: Consumable; 1 gem", "  coin     gem: kept here",
          "Grants already made keep their amounts. Nothing was published.",
        ])
      #expect(try await ledger.log.reading.shared().isEmpty)
    }
  }

  @Test func `the catalog in force is shown, and all that were published`() async throws {
    try await TestLedger.with { ledger in
      _ = try await publish([gems(2), pro(level: 1)], from: march, ledger)
      _ = try await publish([gems(1)], from: january, ledger)
      let catalogs = try await ledger.intake.catalogs.catalogs(of: TestLedger.bundleID)
      func lines(at moment: Instant) -> [String] {
        CatalogBody(catalogs, [], of: TestLedger.bundleID, at: moment).lines
      }
      let published = [
        "", "Published:",
        "  1  valid from 2026-03-01T00:00:00.000Z  published 2026-06-01T00:00:00.000Z  2 products",
        "  2  valid from 2026-01-01T00:00:00.000Z  published 2026-06-01T00:00:00.000Z  1 product",
      ]
      #expect(
        lines(at: march) == [
          "Catalog 1 of com.example.game, in force at 2026-03-01T00:00:00.000Z:",
          "  coin gem: kept here",
          "  gems: Consumable; 2 gem",
          "  pro: Auto-Renewable Subscription, group 2100, level 1, period P1M; no coins",
        ] + published)
      #expect(
        lines(at: january + .seconds(-1)) == [
          "No catalog of com.example.game is in force at 2025-12-31T23:59:59.000Z."
        ] + published)
      #expect(
        CatalogBody(Catalogs(), [], of: TestLedger.bundleID, at: march).lines == [
          "No catalog of com.example.game is in force at 2026-03-01T00:00:00.000Z."
        ])
    }
  }
}
