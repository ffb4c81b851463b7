import Intake
import Ledger
import TestSupport
import Testing

@testable import Server

/// The wallets that published catalogs declare for coins.
struct CoinDeclarationTests {
  private static func catalog(
    _ coins: [Coin: CoinWallet] = ["gem": .daicho, "star": .game], _ more: Coin? = nil
  ) throws -> Catalog {
    let grants =
      [ProductGrant("gem", 50), ProductGrant("star", 7)]
      + [more].compactMap(\.self).map {
        ProductGrant($0, 1)
      }
    return try Catalog(
      [CatalogProduct("com.example.month", type: .autoRenewable, grants: grants)], coins: coins)
  }

  @Test func `a coin is declared once, and does not change its wallet`() async throws {
    try await TestLedger.with { ledger in
      let steps: [(catalog: Catalog, problems: [String])] = [
        (try Self.catalog([:]), ["unknown_coin", "unknown_coin"]), (try Self.catalog(), []),
        (
          try Self.catalog(["gem": .game, "star": .daicho]), ["wallet_is_fixed", "wallet_is_fixed"]
        ), (try Self.catalog([:]), []), (try Self.catalog([:], "dust"), ["unknown_coin"]),
        (try Self.catalog(["dust": .game], "dust"), []),
      ]
      for step in steps {
        let problems = try await Self.publish(step.catalog, in: ledger)
        #expect(problems == step.problems)
      }
    }
  }

  private static let unsorted = """
    {"coins": {"gem": {"wallet": "daicho"}}, "products": [
      {"productId": "nothing", "type": "Non-Consumable"},
      {"productId": "gems", "type": "Consumable", "grants": [{"coin": "gem", "amount": 1}]},
      {"productId": "dust", "type": "Consumable", "grants": [
        {"coin": "pebble", "amount": 1},
        {"coin": "gem", "amount": 1}]}
    ]}
    """

  @Test func `a problem of a coin stands where the file has it, though a catalog is sorted`()
    async throws
  {
    try await TestLedger.with { ledger in
      func problem(of file: CatalogFile) async -> [FileProblem] {
        let error = await #expect(throws: MalformedFiles.self) {
          _ = try await PublicationBody.publish(
            file, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"), isDryRun: true,
            by: ledger.intake)
        }
        return error?.problems ?? []
      }
      let whole = try CatalogFile(of: JSONFile(Array(Self.unsorted.utf8), path: "catalog.json"))
      let found = await problem(of: whole)
      #expect(found.map(\.place) == ["products[2].grants[0].coin"])
      #expect(found.map(\.line) == [5])
      let products = """
        {"products": [{"productId": "gems", "type": "Consumable"}, {"productId": "dust",
          "type": "Consumable"}]}
        """
      let coins = """
        {"products": [
          {"productId": "gems", "grants": [{"coin": "pebble", "amount": 1}]}]}
        """
      let beside = try CatalogFile(
        of: JSONFile(Array(products.utf8), path: "catalog.json"),
        coins: JSONFile(Array(coins.utf8), path: "coins.json"))
      #expect(await problem(of: beside).map { "\($0.path):\($0.line ?? 0)" } == ["coins.json:2"])
    }
  }

  /// Publishes a catalog. Returns the codes of its problems.
  private static func publish(_ catalog: Catalog, in ledger: TestLedger) async throws -> [String] {
    do {
      _ = try await PublicationBody.publish(
        catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"), isDryRun: false,
        by: ledger.intake)
      return []
    } catch let rejection as CatalogRejection {
      return rejection.problems.compactMap(\.fault.code)
    }
  }
}
