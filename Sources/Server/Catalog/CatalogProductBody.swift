import HTTP
import Ledger

/// The JSON form of a product of a catalog, in which what the catalog does not say is null.
struct CatalogProductBody: Encodable {
  private enum CodingKeys: CodingKey {
    case productId, type, subscriptionGroupId, level, period, unlocks, offers, grants
  }

  struct Grant: Encodable {
    let coin: Coin
    let amount: Int64
    let duringTrial: Bool
    @Nullable private(set) var onUpgrade: UpgradeRule?

    init(_ grant: ProductGrant) {
      coin = grant.coin
      amount = grant.amount
      duringTrial = grant.duringTrial
      onUpgrade = grant.onUpgrade
    }
  }

  let product: CatalogProduct
  let productId: ProductID
  let type: ProductType
  @Nullable private(set) var subscriptionGroupId: SubscriptionGroupID?
  @Nullable private(set) var level: Int?
  @Nullable private(set) var period: String?
  let unlocks: [String]
  let offers: [String]
  @Nullable private(set) var grants: [Grant]?

  init(_ product: CatalogProduct) {
    self.product = product
    productId = product.productID
    type = product.type
    subscriptionGroupId = product.subscriptionGroupID
    level = product.level
    period = product.period?.duration
    unlocks = product.unlocks
    offers = product.offers
    grants = product.grants?.map(Grant.init)
  }
}
