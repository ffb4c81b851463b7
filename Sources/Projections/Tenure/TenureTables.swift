import EventStore
import Foundation
import Ledger
import Postgres

/// The tables of the tenure projection, for one lane.
struct TenureTables {
  private static let pageMax: Int64 = 500

  let lane: Int16

  func write(_ rows: [TenureRows], on connection: isolated Connection) throws {
    guard !rows.isEmpty else { return }
    try connection.query(
      ProjectionStatements.tenureChainsWrite, lane, rows.map(\.stream),
      rows.map(\.chain.environment.rawValue), rows.map(\.app?.rawValue),
      rows.map(\.chain.originalTransactionID.rawValue), rows.map(\.customer?.rawValue),
      rows.map(\.renewal?.productID?.rawValue), rows.map(\.renewal?.price),
      rows.map(\.renewal?.currency), try rows.map { try StateText.encode($0.findings) },
      rows.map { !$0.findings.isEmpty })
    try write(rows.flatMap { row in row.periods.values.map { (row.stream, $0) } }, on: connection)
  }

  private func write(
    _ rows: [(stream: UUID, item: TenureRows.GroupedPeriod)], on connection: isolated Connection
  ) throws {
    guard !rows.isEmpty else { return }
    let periods = rows.map(\.item.period)
    try connection.query(
      ProjectionStatements.servicePeriodsWrite, lane, rows.map(\.stream),
      periods.map(\.transactionID.rawValue), rows.map(\.item.group.rawValue),
      periods.map(\.productID.rawValue), periods.map(\.storefront),
      periods.map { Timestamp($0.purchaseDate) }, periods.map { Timestamp($0.start) },
      periods.map { Timestamp($0.end) }, periods.map { Timestamp($0.paidEnd) },
      periods.map { Timestamp($0.soldEnd) }, periods.map { $0.graceEnd.map(Timestamp.init) },
      periods.map(\.isPaid), periods.map(\.charge?.price), periods.map(\.charge?.currency),
      periods.map(\.isOffer), periods.map(\.isRenewal), periods.map(\.isServed),
      periods.map(\.isUpgradedToUnknown), periods.map(\.isUncertain),
      try periods.map {
        $0.refunds == .none ? nil : try StateText.encode($0.refunds).text
      })
  }

  /// The chains of a range of streams, each with what is stored of it.
  func read(
    after stream: UUID, upTo last: UUID, on connection: isolated Connection
  ) throws -> [TenureRows] {
    try Self.chains(
      connection.query(
        ProjectionStatements.tenureRowsRead, lane, stream, last, nil as String?, nil as String?,
        nil as Int64?))
  }

  /// The next chains of an app, each with what is stored of it.
  func page(
    after stream: UUID, of app: BundleID, in environment: StoreEnvironment,
    on connection: isolated Connection
  ) throws -> [TenureRows] {
    try Self.chains(
      connection.query(
        ProjectionStatements.tenureRowsRead, lane, stream, UUID.highest, environment.rawValue,
        app.rawValue, Self.pageMax))
  }

  private static func chains(_ rows: Rows) throws -> [TenureRows] {
    var chains: [TenureRows] = []
    for row in rows {
      let chain = try TenureRows(row)
      if chains.last?.stream == chain.stream, let before = chains.popLast() {
        chains.append(before.adding(chain.periods))
      } else {
        chains.append(chain)
      }
    }
    return chains
  }
}

extension TenureRows {
  fileprivate init(_ row: Row) throws {
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

  fileprivate func adding(_ more: [TransactionID: GroupedPeriod]) -> TenureRows {
    TenureRows(
      stream: stream, chain: chain, app: app, customer: customer, renewal: renewal,
      findings: findings, periods: periods.merging(more) { $1 })
  }
}

extension TenureRows.GroupedPeriod {
  /// Nil where the chain has none.
  fileprivate init?(_ row: Row, of chain: ChainID) throws {
    guard let id: String = try row.optional(9) else { return nil }
    let group = SubscriptionGroupID(rawValue: try row.get(10))
    let product = ProductID(rawValue: try row.get(11))
    let storefront: String? = try row.optional(12)
    let instant = { (column: Int) in Instant(try row.get(column, as: Timestamp.self)) }
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
        graceEnd: try row.optional(18, as: Timestamp.self).map(Instant.init),
        refunds: try refunds.map { try StateText.decode(Refunds.self, JSONText($0)) } ?? .none,
        because: []))
  }
}
