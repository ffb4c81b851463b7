import Postgres

/// The statements of those who hold the projections against a replay.
extension ProjectionStatements {
  static let replayAccountAliases = Statement(
    PackageResources.replay_account_aliases_sql, name: "replay_account_aliases")
  static let replayAccountChains = Statement(
    PackageResources.replay_account_chains_sql, name: "replay_account_chains")
  static let replayChains = Statement(PackageResources.replay_chains_sql, name: "replay_chains")
  static let replayStanding = Statement(
    PackageResources.replay_standing_sql, name: "replay_standing")
  static let replayTransactions = Statement(
    PackageResources.replay_transactions_sql, name: "replay_transactions")

  static let replaying = [
    replayAccountAliases, replayAccountChains, replayChains, replayStanding, replayTransactions,
  ]
}
