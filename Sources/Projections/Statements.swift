package import Postgres

/// The statements of `Queries/`, one constant each.
package enum ProjectionStatements {
  static let checkpointsRead = statement(PackageResources.checkpoints_read_sql, "checkpoints_read")
  static let checkpointLock = statement(PackageResources.checkpoint_lock_sql, "checkpoint_lock")
  static let checkpointHold = statement(PackageResources.checkpoint_hold_sql, "checkpoint_hold")
  static let checkpointFound = statement(PackageResources.checkpoint_found_sql, "checkpoint_found")
  static let checkpointMove = statement(PackageResources.checkpoint_move_sql, "checkpoint_move")
  static let lanesBehind = statement(PackageResources.lanes_behind_sql, "lanes_behind")
  static let lag = statement(PackageResources.lag_sql, "lag")
  static let parkedEventsRead = statement(
    PackageResources.parked_events_read_sql, "parked_events_read")
  static let parkedEventsWrite = statement(
    PackageResources.parked_events_write_sql, "parked_events_write")
  static let parkedEventsExplain = statement(
    PackageResources.parked_events_explain_sql, "parked_events_explain")
  static let parkedEventsRemove = statement(
    PackageResources.parked_events_remove_sql, "parked_events_remove")
  static let chainsRead = statement(PackageResources.chains_read_sql, "chains_read")
  static let chainsWrite = statement(PackageResources.chains_write_sql, "chains_write")
  static let chainTransactionsRead = statement(
    PackageResources.chain_transactions_read_sql, "chain_transactions_read")
  static let chainTransactionsFind = statement(
    PackageResources.chain_transactions_find_sql, "chain_transactions_find")
  static let chainTransactionsWrite = statement(
    PackageResources.chain_transactions_write_sql, "chain_transactions_write")
  static let chainOfTransaction = statement(
    PackageResources.chain_of_transaction_sql, "chain_of_transaction")
  static let accountAliasesRead = statement(
    PackageResources.account_aliases_read_sql, "account_aliases_read")
  static let accountAliasesWrite = statement(
    PackageResources.account_aliases_write_sql, "account_aliases_write")
  static let accountChainsRead = statement(
    PackageResources.account_chains_read_sql, "account_chains_read")
  static let accountChainsErase = statement(
    PackageResources.account_chains_erase_sql, "account_chains_erase")
  static let accountChainsWrite = statement(
    PackageResources.account_chains_write_sql, "account_chains_write")

  /// Every statement of this target, for the test that prepares them all.
  package static let all =
    [
      checkpointsRead, checkpointLock, checkpointHold, checkpointFound, checkpointMove, lanesBehind,
      lag, parkedEventsRead, parkedEventsWrite, parkedEventsExplain, parkedEventsRemove, chainsRead,
      chainsWrite, chainTransactionsRead, chainTransactionsFind, chainTransactionsWrite,
      chainOfTransaction, accountAliasesRead, accountAliasesWrite, accountChainsRead,
      accountChainsErase, accountChainsWrite,
    ] + replaying + service + granting

  private static func statement(_ sql: [UInt8], _ name: String) -> Statement {
    Statement(sql, name: name)
  }
}
