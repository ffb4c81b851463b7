import EventStore
import Ledger
import Postgres

/// A reader of the accounts to which listed chains belong now.
struct ChainAccounts: Sendable {
  private static let chainsAtOnce = 500

  private let reader: Reader

  init(pool: Pool, log: EventLog) {
    reader = Reader(pool: pool, log: log)
  }

  /// Returns the names of the accounts. A chain without an owner, or with a forgotten one, is left out.
  func accounts(of chains: [ChainID]) async throws -> [ChainID: AccountID] {
    var accounts: [ChainID: AccountID] = [:]
    let sorted = Set(chains).sorted()
    for start in stride(from: 0, to: sorted.count, by: Self.chainsAtOnce) {
      let part = sorted[start..<min(start + Self.chainsAtOnce, sorted.count)]
      for state in try await reader.chains.read(Array(part)) {
        accounts[state.chain] = try await reader.names.account(of: state)
      }
    }
    return accounts
  }
}
