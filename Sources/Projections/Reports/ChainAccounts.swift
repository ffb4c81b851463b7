import EventStore
import Ledger
import Postgres

/// A reader of the accounts to which listed chains belong now.
struct ChainAccounts: Sendable {
  private let reader: Reader

  init(pool: Pool, log: EventLog) {
    reader = Reader(pool: pool, log: log)
  }

  /// Returns the names of the accounts. A chain without an owner, or with a forgotten one, is left out.
  func accounts(of chains: [ChainID]) async throws -> [ChainID: AccountID] {
    var accounts: [ChainID: AccountID] = [:]
    for chain in chains {
      guard let state = try await reader.chains.purchase(chain)?.value else { continue }
      accounts[chain] = try await reader.names.account(of: state)
    }
    return accounts
  }
}
