import EventStore
import Foundation
import Ledger
import Postgres

extension TenureRows: RowDecodable {
  init(_ columns: inout ColumnReader) throws {
    let stream: UUID = try columns.next()
    let environment: StoreEnvironment = try columns.next()
    let app: BundleID? = try columns.next()
    let chain = ChainID(environment, try columns.next())
    let customer: AppTransactionID? = try columns.next()
    let renewsAs: ProductID? = try columns.next()
    let price: Int64? = try columns.next()
    let currency: String? = try columns.next()
    let isRegular: Bool = try columns.next()
    let autoRenew: Bool? = try columns.next()
    let isKnown = renewsAs != nil || price != nil || currency != nil || autoRenew != nil
    let findings = try StateText.decode([Incompleteness].self, try columns.next())
    let products = try StateText.decode([ProductID].self, try columns.next())
    let period = try GroupedPeriod(&columns, of: chain)
    self.init(
      stream: stream, chain: chain, app: app, customer: customer,
      renewal: isKnown
        ? NextRenewal(
          productID: renewsAs, price: price, currency: currency, isRegular: isRegular,
          autoRenew: autoRenew) : nil,
      findings: findings, productsToLookUp: Set(products),
      periods: period.map { [$0.period.transactionID: $0] } ?? [:])
  }

  func adding(_ more: [TransactionID: GroupedPeriod]) -> TenureRows {
    TenureRows(
      stream: stream, chain: chain, app: app, customer: customer, renewal: renewal,
      findings: findings, productsToLookUp: productsToLookUp, periods: periods.merging(more) { $1 })
  }
}

extension TenureRows.GroupedPeriod {
  /// Reads the columns of a service period. Returns nil if all are null, because the chain has
  /// none.
  fileprivate init?(_ columns: inout ColumnReader, of chain: ChainID) throws {
    guard let id = try columns.next(TransactionID?.self) else {
      columns.skipRest()
      return nil
    }
    let group: SubscriptionGroupID = try columns.next()
    let product: ProductID = try columns.next()
    let storefront: String? = try columns.next()
    let purchaseDate: Instant = try columns.next()
    let (start, end): (Instant, Instant) = (try columns.next(), try columns.next())
    let (paidEnd, soldEnd): (Instant, Instant) = (try columns.next(), try columns.next())
    let graceEnd: Instant? = try columns.next()
    let isCharged: Bool = try columns.next()
    let charge = Charge(
      chargedAt: purchaseDate, productID: product, productType: .autoRenewable,
      subscriptionGroupID: group, storefront: storefront, price: try columns.next(),
      currency: try columns.next())
    let (isOffer, isRenewal): (Bool, Bool) = (try columns.next(), try columns.next())
    let (isServed, isUpgraded): (Bool, Bool) = (try columns.next(), try columns.next())
    let isUncertain: Bool = try columns.next()
    let isOfferUntold: Bool = try columns.next()
    let chargedAheadAt: Instant? = try columns.next()
    let committedUntil: Instant? = try columns.next()
    let refunds: String? = try columns.next()
    self.init(
      group: group,
      period: ServicePeriod(
        chain: chain, transactionID: id, productID: product, storefront: storefront,
        purchaseDate: purchaseDate, charge: isCharged ? charge : nil, isOffer: isOffer,
        isRenewal: isRenewal, start: start, end: end, paidEnd: paidEnd, soldEnd: soldEnd,
        isServed: isServed, isUpgradedToUnknown: isUpgraded, isUncertain: isUncertain,
        isOfferUntold: isOfferUntold, chargedAheadAt: chargedAheadAt,
        committedUntil: committedUntil, graceEnd: graceEnd,
        refunds: try refunds.map { try StateText.decode(Refunds.self, JSONText($0)) } ?? .none,
        because: []))
  }
}
