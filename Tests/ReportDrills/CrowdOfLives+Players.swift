import AppStoreSimulator
import Ledger
import ReferenceModels

extension CrowdOfLives {
  /// The catalog of all that players buy, until another one names a product.
  private static let firstCatalog = [
    CatalogProduct("gems.small", type: .consumable, grants: [ProductGrant("gem", 100)]),
    CatalogProduct(
      "gems.big", type: .consumable, grants: [ProductGrant("gem", 550), ProductGrant("gold", 3)]),
    CatalogProduct("gold.monthly", type: .autoRenewable, grants: [ProductGrant("gem", 61)]),
    CatalogProduct("gold.yearly", type: .autoRenewable, grants: [ProductGrant("gold", 40)]),
    CatalogProduct("pack", type: .nonConsumable, grants: [ProductGrant("gem", 333)]),
    CatalogProduct(
      "pass", type: .nonRenewing, period: BillingPeriod(duration: "P1M"),
      grants: [ProductGrant("gold", 7)]),
  ]

  /// Creates a crowd of players who buy coins, by a catalog of everything and then the catalogs and cut-over dates of one
  /// of them.
  init(playersOf seed: UInt64, first: Int, count: Int) {
    let lives = (first..<first + count).map { CoinLife(seed: seed, number: $0) }
    let publisher = lives.first { !$0.ways.contains(.amountOutOfRange) }
    let news = lives.flatMap(\.factsApart) + (publisher?.publications ?? [])
    let begin = (news.map(\.at).min() ?? .distantPast) + .seconds(-86_400)
    let catalogs = Self.apps.compactMap { app -> Arrival? in
      guard let catalog = try? Catalog(Self.firstCatalog, coins: ["gem": .daicho]) else {
        return nil
      }
      let published = CatalogPublished(
        bundleID: app, catalog: catalog, validFrom: begin + .seconds(-40 * 86_400),
        publishedAt: begin)
      return Arrival(at: begin, event: LedgerEvent.shared(.catalogPublished(published)))
    }
    self.init(
      arrivals: catalogs
        + news.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        .map { Arrival(at: $0.element.at, event: $0.element.event) },
      players: lives.flatMap(\.players))
  }
}
