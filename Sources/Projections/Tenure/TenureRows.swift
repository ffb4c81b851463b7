import Foundation
import Ledger

/// The rows of one chain with the customer's own subscriptions.
struct TenureRows: Hashable {
  let stream: UUID
  let chain: ChainID
  let app: BundleID?
  let customer: AppTransactionID?
  let renewal: NextRenewal?
  let findings: [Incompleteness]
  /// The products of which a catalog tells the group or the length.
  let productsToLookUp: Set<ProductID>
  /// The periods by transaction.
  let periods: [TransactionID: GroupedPeriod]

  struct GroupedPeriod: Hashable {
    let group: SubscriptionGroupID
    let period: ServicePeriod
  }

  init(
    stream: UUID, chain: ChainID, app: BundleID?, customer: AppTransactionID?,
    renewal: NextRenewal?, findings: [Incompleteness], productsToLookUp: Set<ProductID>,
    periods: [TransactionID: GroupedPeriod]
  ) {
    self.stream = stream
    self.chain = chain
    self.app = app
    self.customer = customer
    self.renewal = renewal
    self.findings = findings
    self.productsToLookUp = productsToLookUp
    self.periods = periods
  }

  /// Derives the rows from the events of a chain. Returns nil for a chain without periods of the
  /// customer's own subscriptions and without findings.
  init?(_ history: ChainEvents, _ shared: SharedState) {
    guard history.hasFacts, let chain = history.state else { return nil }
    let catalogs = shared.catalogs(of: chain.bundleID)
    let groups = chain.servicePeriods(catalogs)
    let findings = TenureAudit.evaluate(
      [chain], catalogs: catalogs, settings: shared.settings(in: chain.chain.environment))
    guard !groups.isEmpty || !findings.isEmpty else { return nil }
    var periods: [TransactionID: GroupedPeriod] = [:]
    for (group, own) in groups {
      for period in own {
        periods[period.transactionID] = GroupedPeriod(group: group, period: period.unexplained)
      }
    }
    self.init(
      stream: history.stream, chain: chain.chain, app: chain.bundleID,
      customer: chain.appTransactionID, renewal: chain.nextRenewal, findings: findings,
      productsToLookUp: chain.productsToLookUp, periods: periods)
  }
}
