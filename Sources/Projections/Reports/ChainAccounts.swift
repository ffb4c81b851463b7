import EventStore
import Ledger
import Postgres

/// A reader of the accounts to which listed chains belong.
struct ChainAccounts: Sendable {
  private static let chainsAtOnce = 500

  private let reader: Reader
  private let log: EventLog

  init(pool: Pool, log: EventLog) {
    reader = Reader(pool: pool, log: log)
    self.log = log
  }

  /// Returns the names of the accounts. A chain without an owner, or with a forgotten one, is left out.
  ///
  /// - Parameter known: leaves out what was recorded later.
  func accounts(
    of chains: [ChainID], knownAt known: Instant?
  ) async throws -> [ChainID: AccountID] {
    var accounts: [ChainID: AccountID] = [:]
    let sorted = Set(chains).sorted()
    for start in stride(from: 0, to: sorted.count, by: Self.chainsAtOnce) {
      let part = sorted[start..<min(start + Self.chainsAtOnce, sorted.count)]
      for state in try await states(part, knownAt: known) {
        accounts[state.chain] = try await reader.names.account(of: state, knownAt: known)
      }
    }
    return accounts
  }

  private func states(
    _ chains: ArraySlice<ChainID>, knownAt known: Instant?
  ) async throws -> [ChainState] {
    guard let known else { return try await reader.chains.read(Array(chains)) }
    return try await HistoricalReader(log, knownAt: known).chains(Set(chains))
  }
}
