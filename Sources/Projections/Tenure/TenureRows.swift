import EventStore
import Foundation
import Ledger
import Postgres

/// The rows of one chain with the customer's own subscriptions.
struct TenureRows: Hashable, Sendable {
  let stream: UUID
  let chain: ChainID
  let customer: AppTransactionID?
  /// The chains that this one replaced.
  let replaced: Set<OriginalTransactionID>
  let renewal: NextRenewal?
  /// True unless the renewal has a price of its own; stored also where there is no renewal.
  let renewalIsRegular: Bool
  let findings: [Incompleteness]
  /// True if there are findings; stored so that incomplete chains are counted.
  let isIncomplete: Bool
  /// The products of which a catalog tells the group or the length.
  let productsToLookUp: Set<ProductID>
  /// The periods by transaction.
  private(set) var periods: [TransactionID: GroupedPeriod]

  struct GroupedPeriod: Hashable, Sendable {
    let group: SubscriptionGroupID
    let period: ServicePeriod
    /// Its end, if Apple told a reason.
    let told: ServiceEnd?
  }

  /// - Parameters:
  ///   - renewalIsRegular: the stored value; nil for the one that follows from the renewal.
  ///   - isIncomplete: the stored value; nil for the one that follows from the findings.
  init(
    stream: UUID, chain: ChainID, customer: AppTransactionID?,
    replaced: Set<OriginalTransactionID>, renewal: NextRenewal?, renewalIsRegular: Bool? = nil,
    findings: [Incompleteness], isIncomplete: Bool? = nil, productsToLookUp: Set<ProductID>,
    periods: [TransactionID: GroupedPeriod]
  ) {
    self.stream = stream
    self.chain = chain
    self.customer = customer
    self.replaced = replaced
    self.renewal = renewal
    self.renewalIsRegular = renewalIsRegular ?? renewal?.isRegular ?? true
    self.findings = findings
    self.isIncomplete = isIncomplete ?? !findings.isEmpty
    self.productsToLookUp = productsToLookUp
    self.periods = periods
  }

  /// Derives the rows from the events of a chain. Returns nil for a chain without periods of the
  /// customer's own subscriptions and without findings.
  init?(_ history: ChainEvents, _ shared: SharedState) {
    guard history.hasFacts, let chain = history.state else { return nil }
    let catalogs = shared.catalogs(of: chain.chain.bundleID)
    let groups = chain.servicePeriods(catalogs, isExplained: false)
    let findings = TenureAudit.evaluate(
      [chain], catalogs: catalogs, settings: shared.settings(in: chain.chain.environment))
    guard !groups.isEmpty || !findings.isEmpty else { return nil }
    let ends = ToldEnds(history.all).ends(of: groups.values.flatMap(\.self))
    var periods: [TransactionID: GroupedPeriod] = [:]
    for (group, own) in groups {
      for period in own {
        let id = period.transactionID
        periods[id] = GroupedPeriod(group: group, period: period, told: ends[id])
      }
    }
    self.init(
      stream: history.stream, chain: chain.chain, customer: chain.appTransactionID,
      replaced: chain.replacedChains, renewal: chain.nextRenewal, findings: findings,
      productsToLookUp: chain.productsToLookUp, periods: periods)
  }
}

extension TenureRows: RowDecodable {
  /// The number of columns before those of a period.
  private static let chainColumns = 15

  /// Returns the stream of a row.
  static func stream(of row: Row) throws -> UUID {
    var columns = ColumnReader(row)
    return try columns.next()
  }

  /// Returns the chains of rows that are in the order of streams, a row for each period.
  static func chains(in rows: Rows) throws -> [TenureRows] {
    var chains: [TenureRows] = []
    for row in rows {
      if let chain = chains.last, try stream(of: row) == chain.stream {
        var columns = ColumnReader(row)
        columns.skip(chainColumns)
        if let item = try GroupedPeriod(&columns, of: chain.chain) {
          chains[chains.count - 1].periods[item.period.transactionID] = item
        }
      } else {
        chains.append(try row.decode(TenureRows.self))
      }
    }
    return chains
  }

  init(_ columns: inout ColumnReader) throws {
    let stream: UUID = try columns.next()
    let environment: StoreEnvironment = try columns.next()
    let chain = ChainID(try columns.next(), environment, try columns.next())
    let customer: AppTransactionID? = try columns.next()
    let replaced = try StateText.decode([OriginalTransactionID].self, try columns.next())
    let renewsAs: ProductID? = try columns.next()
    let price: Int64? = try columns.next()
    let currency: String? = try columns.next()
    let isRegular: Bool = try columns.next()
    let autoRenew: Bool? = try columns.next()
    let isBilledMonthly: Bool? = try columns.next()
    let isKnown =
      renewsAs != nil || price != nil || currency != nil || autoRenew != nil
      || isBilledMonthly != nil
    let findings = try StateText.decode([Incompleteness].self, try columns.next())
    let isIncomplete: Bool = try columns.next()
    let products = try StateText.decode([ProductID].self, try columns.next())
    let period = try GroupedPeriod(&columns, of: chain)
    self.init(
      stream: stream, chain: chain, customer: customer, replaced: Set(replaced),
      renewal: isKnown
        ? NextRenewal(
          productID: renewsAs, price: price, currency: currency, isRegular: isRegular,
          autoRenew: autoRenew, isBilledMonthly: isBilledMonthly) : nil,
      renewalIsRegular: isRegular, findings: findings, isIncomplete: isIncomplete,
      productsToLookUp: Set(products),
      periods: period.map { [$0.period.transactionID: $0] } ?? [:])
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
    let (isOffer, isBilledMonthly): (Bool, Bool) = (try columns.next(), try columns.next())
    let isRenewal: Bool = try columns.next()
    let (isServed, isUpgraded): (Bool, Bool) = (try columns.next(), try columns.next())
    let isUncertain: Bool = try columns.next()
    let isOfferUntold: Bool = try columns.next()
    let chargedAheadAt: Instant? = try columns.next()
    let committedUntil: Instant? = try columns.next()
    let payments: Int16? = try columns.next()
    let committedPrice: Int64? = try columns.next()
    let rest = committedUntil.map {
      CommitmentRest(payments: Int32(payments ?? 0), price: committedPrice, end: $0)
    }
    let refunds: String? = try columns.next()
    let reason = try columns.next(String?.self).flatMap(ServiceEndReason.init)
    let retryEnd: Instant? = try columns.next()
    self.init(
      group: group,
      period: ServicePeriod(
        chain: chain, transactionID: id, productID: product, storefront: storefront,
        purchaseDate: purchaseDate, charge: isCharged ? charge : nil, isOffer: isOffer,
        isBilledMonthly: isBilledMonthly, isRenewal: isRenewal, start: start, end: end,
        paidEnd: paidEnd, soldEnd: soldEnd,
        isServed: isServed, isUpgradedToUnknown: isUpgraded, isUncertain: isUncertain,
        isOfferUntold: isOfferUntold, chargedAheadAt: chargedAheadAt,
        commitmentRest: rest, graceEnd: graceEnd,
        refunds: try refunds.map { try StateText.decode(whole: Refunds.self, JSONText($0)) }
          ?? .none,
        because: []),
      told: reason.map { ServiceEnd($0, retryEnd: retryEnd) })
  }
}
