import Ledger

extension CoinScript {
  mutating func publishCatalogs(of app: BundleID) {
    var moment = CoinLife.firstMoment - random.number(0...20) * Self.day
    for _ in 0..<random.number(1...4) {
      catalogs.append(
        CatalogPublished(
          bundleID: app, catalog: catalog(),
          validFrom: Instant(milliseconds: start(of: moment, in: app)),
          publishedAt: Instant(milliseconds: moment)))
      moment += random.number(1...30 * Self.day)
    }
  }

  private mutating func start(of moment: Int64, in app: BundleID) -> Int64 {
    switch random.number(0...5) {
    case 0, 1:
      ways.insert(.catalogAhead)
      return moment + random.number(1...40 * Self.day)
    case 2:
      ways.insert(.catalogLate)
      return moment - random.number(1...40 * Self.day)
    case 3:
      guard let last = catalogs.last(where: { $0.bundleID == app }) else { return moment }
      ways.insert(.catalogMended)
      return last.validFrom.milliseconds
    default: return moment
    }
  }

  private mutating func catalog() -> Catalog {
    let sold: [(ProductID, ProductType, UInt64)] = [
      ("gems.small", .consumable, 2), ("gems.big", .consumable, 2), ("gems.secret", .consumable, 8),
      ("gold.monthly", .autoRenewable, 2), ("gold.yearly", .autoRenewable, 2),
      ("pack", .nonConsumable, 2), ("pass", .nonRenewing, 2),
    ]
    var listed = [CatalogProduct("dice", type: .nonConsumable)]
    for (product, type, times) in sold {
      if random.chance(times) {
        listed.append(self.product(product, type))
      } else {
        ways.insert(.unknownProduct)
      }
    }
    do {
      return try Catalog(listed)
    } catch {
      preconditionFailure("a script lists what may be published: \(error)")
    }
  }

  private mutating func product(_ id: ProductID, _ type: ProductType) -> CatalogProduct {
    var type = type
    if random.chance(10) {
      type = random.pick([.consumable, .nonConsumable, .nonRenewing, .autoRenewable])
      ways.insert(.anotherKind)
    }
    return CatalogProduct(
      id, type: type, subscriptionGroupID: type == .autoRenewable ? "gold" : nil,
      period: type == .autoRenewable && random.chance(2)
        ? random.pick([.days(7), .months(1), .months(12)]) : nil,
      grants: grants(type))
  }

  private mutating func grants(_ type: ProductType) -> [ProductGrant]? {
    switch random.number(0...7) {
    case 0:
      ways.insert(.grantsNothing)
      return []
    case 1:
      ways.insert(.grantsUnsaid)
      return nil
    case 2, 3:
      ways.insert(.severalCoins)
      return [grant("gem", type), grant("gold", type)]
    default: return [grant("gem", type)]
    }
  }

  private mutating func grant(_ coin: Coin, _ type: ProductType) -> ProductGrant {
    var amount: Int64 = random.pick([1, 3, 7, 99, 100, 1_000, 12_345])
    if random.chance(20) {
      amount = 100_000_000_000_000
      ways.insert(.amountOutOfRange)
    }
    let isKept = type == .autoRenewable && random.chance(4)
    if isKept { ways.insert(.upgradeKeeps) }
    return ProductGrant(
      coin, amount, duringTrial: type == .autoRenewable && random.chance(2),
      onUpgrade: isKept ? .keep : nil)
  }
}
