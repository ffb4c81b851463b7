import EventStore
import Foundation
import Ledger
import Postgres

/// A fold of the chains that each account claimed, of its promotional entitlements, and of the names of
/// accounts.
///
/// Names join in any order. Claims, promotions and erasures of an account keep their order, because an
/// erasure forgets the claims and promotions before it.
struct AccountFold: Sendable {
  static let tables = ["account_chain", "account_naming", "account_promotion"]

  let log: EventLog

  func concerns(_ event: LedgerEvent) -> Bool {
    switch ChainRowChange(event) {
    case .claimed, .erased, .named, .promoted: true
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
      case .promoted(.granted(let grant)): changes.grant(PromotionRow(grant, event.id))
      case .promoted(.withdrawn(let withdrawal)): changes.withdraw(withdrawal)
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
    try connection.post(.accountPromotionsErase, lanes, streams)
    try write(events, on: connection)
  }

  private func write(_ changes: AccountChanges, on connection: isolated Connection) throws {
    if !changes.erased.isEmpty {
      let streams = changes.erased.map(StreamID.account)
      let lanes = streams.map(log.lane(of:))
      try connection.post(.accountChainsErase, lanes, streams.map(\.key))
      try connection.post(.accountPromotionsErase, lanes, streams.map(\.key))
    }
    try write(changes.promotions, withdrawing: changes.withdrawals, on: connection)
    let claims = changes.claims
    guard !claims.isEmpty else { return }
    let streams = claims.map { StreamID.account($0.account) }
    try connection.post(
      .accountChainsWrite, streams.map(log.lane(of:)), streams.map(\.key),
      claims.map(\.chain.bundleID.rawValue), claims.map(\.chain.environment.rawValue),
      claims.map(\.chain.originalTransactionID.rawValue))
  }

  private func write(
    _ rows: [PromotionRow], withdrawing withdrawals: [PromotionWithdrawn],
    on connection: isolated Connection
  ) throws {
    if !rows.isEmpty {
      try connection.post(
        .accountPromotionsWrite, rows.map(\.lane), rows.map(\.stream), rows.map(\.id),
        rows.map(\.product?.rawValue), rows.map(\.name), rows.map(\.type.rawValue),
        rows.map(\.grantedAt), rows.map(\.until), rows.map(\.grantedPosition))
    }
    if !withdrawals.isEmpty {
      let streams = withdrawals.map(\.stream)
      try connection.post(
        .accountPromotionsWithdraw, streams.map(log.lane(of:)), streams.map(\.key),
        withdrawals.map(\.id), withdrawals.map(\.withdrawnAt))
    }
  }
}

/// The changes of a page to accounts: the erased accounts, and the claims and promotions since.
private struct AccountChanges {
  private(set) var erased: Set<AccountReference> = []
  private(set) var claims: [ChainClaimed] = []
  private(set) var promotions: [PromotionRow] = []
  private(set) var withdrawals: [PromotionWithdrawn] = []

  mutating func claim(_ claim: ChainClaimed) {
    claims.append(claim)
  }

  mutating func grant(_ promotion: PromotionRow) {
    promotions.append(promotion)
  }

  mutating func withdraw(_ withdrawal: PromotionWithdrawn) {
    withdrawals.append(withdrawal)
  }

  /// Records an erasure, which forgets the claims and promotions before it.
  mutating func erase(_ account: AccountReference) {
    erased.insert(account)
    claims.removeAll { $0.account == account }
    promotions.removeAll { $0.stream == account.key }
    withdrawals.removeAll { $0.account == account }
  }
}
