import EventStore
import Foundation
import Ledger
import Postgres

extension TenureRows {
  init(_ row: Row) throws {
    guard let environment = StoreEnvironment(rawValue: try row.get(1)) else {
      throw PostgresError.decoding(column: 1, reason: "there is no such environment")
    }
    let chain = ChainID(environment, OriginalTransactionID(rawValue: try row.get(3)))
    let renewsAs: String? = try row.optional(5)
    let (price, currency): (Int64?, String?) = (try row.optional(6), try row.optional(7))
    let isKnown = renewsAs != nil || price != nil || currency != nil
    let period = try GroupedPeriod(row, of: chain)
    self.init(
      stream: try row.get(0), chain: chain,
      app: try row.optional(2, as: String.self).map(BundleID.init(rawValue:)),
      customer: try row.optional(4, as: String.self).map(AppTransactionID.init(rawValue:)),
      renewal: isKnown
        ? NextRenewal(
          productID: renewsAs.map(ProductID.init(rawValue:)), price: price, currency: currency)
        : nil,
      findings: try StateText.decode([Incompleteness].self, try row.get(8)),
      periods: period.map { [$0.period.transactionID: $0] } ?? [:])
  }

  func adding(_ more: [TransactionID: GroupedPeriod]) -> TenureRows {
    TenureRows(
      stream: stream, chain: chain, app: app, customer: customer, renewal: renewal,
      findings: findings, periods: periods.merging(more) { $1 })
  }
}

extension TenureRows.GroupedPeriod {
  /// Reads a period. Returns nil if the chain has none.
  fileprivate init?(_ row: Row, of chain: ChainID) throws {
    guard let id: String = try row.optional(9) else { return nil }
    let group = SubscriptionGroupID(rawValue: try row.get(10))
    let product = ProductID(rawValue: try row.get(11))
    let storefront: String? = try row.optional(12)
    let instant = { (column: Int) in Instant(try row.get(column, as: PostgresTimestamp.self)) }
    let purchaseDate = try instant(13)
    let isCharged: Bool = try row.get(19)
    let charge = Charge(
      chargedAt: purchaseDate, productID: product, productType: .autoRenewable,
      subscriptionGroupID: group, storefront: storefront, price: try row.optional(20),
      currency: try row.optional(21))
    let refunds: String? = try row.optional(27)
    self.init(
      group: group,
      period: ServicePeriod(
        chain: chain, transactionID: TransactionID(rawValue: id), productID: product,
        storefront: storefront, purchaseDate: purchaseDate, charge: isCharged ? charge : nil,
        isOffer: try row.get(22), isRenewal: try row.get(23), start: try instant(14),
        end: try instant(15), paidEnd: try instant(16), soldEnd: try instant(17),
        isServed: try row.get(24), isUpgradedToUnknown: try row.get(25),
        isUncertain: try row.get(26),
        graceEnd: try row.optional(18, as: PostgresTimestamp.self).map(Instant.init),
        refunds: try refunds.map { try StateText.decode(Refunds.self, JSONText($0)) } ?? .none,
        because: []))
  }
}
