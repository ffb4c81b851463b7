import EventStore
package import Ledger

/// The wallet of an account, with the events from which it follows.
package struct ToldWallet: Sendable {
  package let wallet: Wallet
  /// The events of the account's stream and of its aliases' streams.
  package let events: [RecordedEvent]
  /// The position of the last event of the account's stream, in the lane of that stream.
  package let position: Position
}

/// A reader of wallets that folds them from the log itself, also as they were known at a past moment.
package struct WalletReader: Sendable {
  private let log: EventLog
  private let names: NameReader

  init(_ log: EventLog, _ names: NameReader) {
    self.log = log
    self.names = names
  }

  /// Returns the wallet of the account behind a name.
  ///
  /// - Parameter known: leaves out movements, aliases, merges and their undos that were recorded later; also
  ///   the one by which the name would lead to another account. Throws `ProjectionError.momentAhead` for a
  ///   moment that has not passed.
  package func wallet(
    of key: AccountKey, knownAt known: Instant?
  ) async throws -> ToldWallet {
    guard let known else {
      return try await wallet(of: try await names.resolve(key.reference).account, key, upTo: nil)
    }
    let past = try await HistoricalReader(log, knownAt: known)
    return try await wallet(
      of: try await past.resolve(key.reference).account, key, upTo: past.position)
  }

  /// Returns the wallet of an account itself. Aliases are applied right after the event that claimed them, as by
  /// the fold that decides, so that entries have the same numbers.
  private func wallet(
    of account: AccountReference, _ key: AccountKey, upTo end: Position?
  ) async throws -> ToldWallet {
    var book = WalletBook(of: account, in: key.bundleID, environment: key.environment)
    var told: [RecordedEvent] = []
    let own = try await events(of: account, upTo: end)
    for event in own {
      book.evolve(with: event.event)
      told.append(event)
      for alias in book.unread {
        let events = try await events(of: alias, upTo: end)
        book.apply(events.map(\.event), of: alias)
        told += events
      }
    }
    let lane = log.lane(of: .account(account))
    return ToldWallet(
      wallet: book.wallet, events: told,
      position: end.map { Position($0.lanes.filter { $0.key != 0 }) }
        ?? Position([lane: own.last?.id.position ?? 0]))
  }

  private func events(
    of account: AccountReference, upTo end: Position?
  ) async throws -> [RecordedEvent] {
    let stream = StreamID.account(account)
    let last = end.map { $0.lanes[log.lane(of: stream)] ?? 0 }
    return try await log.reading.events(of: stream, upTo: last ?? .max)
  }
}
