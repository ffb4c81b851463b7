import AppStoreSimulator
import Ledger

extension LifeScript {
  mutating func addOneTimePurchase(from start: Int64) {
    let date = start + random.number(0...40_000_000_000)
    let type: ProductType = random.pick([
      .consumable, .nonConsumable, .nonConsumable, .nonRenewing,
    ])
    let bought = Self.oneTimePurchase(1, of: type, on: date, by: &random)
    ways.insert(.oneTimePurchase)
    guard type == .nonConsumable, !random.chance(3) else { return purchases.append(bought) }
    let restored = RestoredPurchase(bought, by: &random) { number, date, random in
      var copy = Self.oneTimePurchase(number, of: .nonConsumable, on: date, by: &random)
      guard random.chance(12) else { return copy }
      var told = copy.purchase.fields
      (told.toldOwnership, told.price, told.currency) = (.familyShared, nil, nil)
      copy.purchase = Purchase(told)
      return copy
    }
    purchases += restored.transactions
    ways.insert(.restored)
    if restored.isBoughtAgain { ways.insert(.boughtAgainAfterRefund) }
    if restored.hasRefundedCopy { ways.insert(.refundOfRestoredCopy) }
    if restored.hasSeveralRefunds { ways.insert(.refundsUnderSeveralIDs) }
  }

  private static func oneTimePurchase(
    _ number: Int, of type: ProductType, on date: Int64, by random: inout SplitMix64
  ) -> AppleTransaction {
    var told = Purchase.Fields(
      productID: type == .nonConsumable ? "castle" : "coins", type: type,
      purchaseDate: Instant(milliseconds: date))
    let country = random.pick(Country.all)
    told.price = random.pick([0, 990, 990, 1_990, nil])
    told.currency = told.price.map { _ in country.currency }
    if !random.chance(4) { (told.storefront, told.storefrontID) = (country.storefront, country.id) }
    if type != .nonConsumable { told.toldQuantity = Int32(random.number(1...3)) }
    return AppleTransaction(
      chain: ChainID(app, .production, "9"), id: TransactionID("9-\(number)"),
      purchase: Purchase(told), end: date + 1)
  }
}
