package import EventProcessing
package import EventStore
package import Postgres

/// The readers of the read models of one ledger.
package final class Reader: Sendable {
  package let positions: ReadPositions
  package let names: NameReader
  package let chains: ChainReader
  package let status: StatusReader
  package let tenure: TenureReader
  package let offers: OfferReader
  package let history: HistoryReader
  package let commission: CommissionReader
  package let grants: GrantReader
  package let changedGrants: ChangedGrantReader
  package let wallets: WalletReader
  package let walletSources: WalletSourceReader
  package let shared: SharedStateReader
  package let unpricedProducts: UnpricedProductReader
  package let incompleteChains: IncompleteChainReader
  package let storefronts: StorefrontReader
  package let missingPrices: MissingPriceReader
  package let audit: AuditReader

  /// Creates the readers. With the `progress` of this process's projections, a wait ends as soon as
  /// they have reached the position.
  package init(pool: Pool, log: EventLog, progress: ConsumerProgress = ConsumerProgress()) {
    let sharedState = SharedStateCache(log)
    positions = ReadPositions(log, progress)
    names = NameReader(log)
    chains = ChainReader(pool: pool, log: log, positions: positions, sharedState: sharedState)
    status = StatusReader(chains)
    tenure = TenureReader(chains)
    offers = OfferReader(chains)
    history = HistoryReader(log: log, chains: chains, names: names)
    commission = CommissionReader(pool: pool, log: log)
    grants = GrantReader(
      pool: pool, log: log, positions: positions, names: names, sharedState: sharedState)
    changedGrants = ChangedGrantReader(
      pool: pool, log: log, positions: positions, names: names, grants: grants)
    wallets = WalletReader(log, names)
    walletSources = WalletSourceReader(log)
    shared = SharedStateReader(log, sharedState)
    unpricedProducts = UnpricedProductReader(pool, lanes: log.lanes)
    incompleteChains = IncompleteChainReader(pool, lanes: log.lanes)
    storefronts = StorefrontReader(pool, lanes: log.lanes)
    missingPrices = MissingPriceReader(pool, lanes: log.lanes)
    audit = AuditReader(log)
  }
}
