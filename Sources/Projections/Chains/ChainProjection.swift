import EventStore
import Foundation
import Ledger
import Postgres

/// A projection of the joined state of every chain, the chains that each account claimed, and its
/// names.
///
/// The join is commutative and idempotent, so that a batch reads and writes only the rows it
/// touches.
struct ChainProjection: Projection {
  let name = ProjectionName.chains
  let readsShared = false

  let log: EventLog

  func write(
    _ events: [RecordedEvent], after checkpoint: Checkpoint, isOutOfOrder: Bool,
    on connection: isolated Connection
  ) async throws {
    var touched: [ChainID: ChainState] = [:]
    var accounts = AccountChanges()
    var names: [ToldName] = []
    for event in events {
      switch ChainRowChange(event.event) {
      case .joined(let chain): touched[chain, default: ChainState(chain)].join(event)
      case .claimed(let claim): accounts.claim(claim)
      case .erased(let account, let row):
        accounts.erase(account)
        if let row { names.append(ToldName(row: row, position: event.id.position)) }
      case .named(let row): names.append(ToldName(row: row, position: event.id.position))
      case nil: break
      }
    }
    let rows = ChainRows(log: log)
    try rows.merge(touched.values.sorted { $0.chain < $1.chain }, on: connection)
    try write(accounts, on: connection)
    try NamingRows(log: log).write(names, on: connection)
  }

  private func write(_ changes: AccountChanges, on connection: isolated Connection) throws {
    if !changes.erased.isEmpty {
      let streams = changes.erased.map(StreamID.account)
      _ = try connection.query(.accountChainsErase, streams.map(log.lane(of:)), streams.map(\.key))
    }
    let claims = changes.claims
    guard !claims.isEmpty else { return }
    let streams = claims.map { StreamID.account($0.account) }
    _ = try connection.query(
      .accountChainsWrite, streams.map(log.lane(of:)), streams.map(\.key),
      claims.map(\.chain.environment.rawValue),
      claims.map(\.chain.originalTransactionID.rawValue))
  }
}

/// The changes of a batch to accounts: the erased accounts, and the claims since.
private struct AccountChanges {
  private(set) var erased: Set<AccountReference> = []
  private(set) var claims: [ChainClaimed] = []

  mutating func claim(_ claim: ChainClaimed) {
    claims.append(claim)
  }

  /// Records an erasure, which forgets the claims before it.
  mutating func erase(_ account: AccountReference) {
    erased.insert(account)
    claims.removeAll { $0.account == account }
  }
}
