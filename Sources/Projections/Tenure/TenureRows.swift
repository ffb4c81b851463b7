import Foundation
import Ledger

/// The rows of one chain of own subscriptions.
struct TenureRows: Hashable {
  let stream: UUID
  let chain: ChainID
  let app: BundleID?
  let customer: AppTransactionID?
  let renewal: NextRenewal?
  let findings: [Incompleteness]
  /// By transaction.
  let periods: [TransactionID: GroupedPeriod]

  struct GroupedPeriod: Hashable {
    let group: SubscriptionGroupID
    let period: ServicePeriod
  }

  init(
    stream: UUID, chain: ChainID, app: BundleID?, customer: AppTransactionID?,
    renewal: NextRenewal?, findings: [Incompleteness], periods: [TransactionID: GroupedPeriod]
  ) {
    self.stream = stream
    self.chain = chain
    self.app = app
    self.customer = customer
    self.renewal = renewal
    self.findings = findings
    self.periods = periods
  }

  /// Nil for a chain without a subscription of the customer's own.
  init?(_ stream: UUID, of events: [RecordedEvent], _ commons: Commons) {
    guard let chain = ChainState(events) else { return nil }
    let groups = chain.servicePeriods()
    let findings = TenureAudit.evaluate(
      [chain], settings: commons.settings(in: chain.chain.environment))
    guard !groups.isEmpty || !findings.isEmpty else { return nil }
    var periods: [TransactionID: GroupedPeriod] = [:]
    for (group, own) in groups {
      for period in own {
        periods[period.transactionID] = GroupedPeriod(group: group, period: period.unexplained)
      }
    }
    self.init(
      stream: stream, chain: chain.chain, app: chain.bundleID,
      customer: chain.appTransactionID, renewal: chain.nextRenewal, findings: findings,
      periods: periods)
  }
}
