import EventStore
import Foundation
import Ledger
import Postgres

/// A fold of the chains that each account claimed, and of the names of accounts.
///
/// Names join in any order. Claims and erasures of an account keep their order, because an erasure
/// forgets the claims before it.
struct AccountFold: Sendable {
  static let tables = ["account_chain", "account_naming"]

  let log: EventLog

  func concerns(_ event: LedgerEvent) -> Bool {
    switch ChainRowChange(event) {
    case .claimed, .erased, .named: true
    case .joined, nil: false
    }
  }

  /// Applies events in the order of their streams.
  func write(_ events: [RecordedEvent], on connection: isolated Connection) throws {
    var changes = AccountChanges()
    var names: [ToldName] = []
    for event in events {
      switch ChainRowChange(event.event) {
      case .claimed(let claim): changes.claim(claim)
      case .erased(let account, let row):
        changes.erase(account)
        if let row { names.append(ToldName(row: row, position: event.id.position)) }
      case .named(let row): names.append(ToldName(row: row, position: event.id.position))
      case .joined, nil: break
      }
    }
    try write(changes, on: connection)
    try NamingRows(log: log).write(names, on: connection)
  }

  /// Replaces the rows of one account by those of all its events.
  func rewrite(
    _ stream: UUID, in lane: Int16, by events: [RecordedEvent], on connection: isolated Connection
  ) throws {
    let (lanes, streams): ([Int16], [UUID]) = ([lane], [stream])
    try connection.post(.accountChainsErase, lanes, streams)
    try write(events, on: connection)
  }

  private func write(_ changes: AccountChanges, on connection: isolated Connection) throws {
    if !changes.erased.isEmpty {
      let streams = changes.erased.map(StreamID.account)
      try connection.post(.accountChainsErase, streams.map(log.lane(of:)), streams.map(\.key))
    }
    let claims = changes.claims
    guard !claims.isEmpty else { return }
    let streams = claims.map { StreamID.account($0.account) }
    try connection.post(
      .accountChainsWrite, streams.map(log.lane(of:)), streams.map(\.key),
      claims.map(\.chain.bundleID.rawValue), claims.map(\.chain.environment.rawValue),
      claims.map(\.chain.originalTransactionID.rawValue))
  }
}

/// The changes of a page to accounts: the erased accounts, and the claims since.
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
