import EventProcessing
import EventStore
package import Ledger

/// A page of an account's events, with the position of the next page.
package struct HistoryPage: Sendable {
  package let events: [RecordedEvent]
  /// The position after which the next page begins; nil if nothing is left for now.
  package let next: Position?
}

/// A reader of the events of accounts and chains.
package struct HistoryReader: Sendable {
  private let log: EventLog
  private let chains: ChainReader
  private let names: NameReader

  init(log: EventLog, chains: ChainReader, names: NameReader) {
    self.log = log
    self.chains = chains
    self.names = names
  }

  /// Returns the next events of an account's chains, and the decisions about the account, in the
  /// order they were recorded, after a position.
  ///
  /// The position counts lane by lane. So an event that is committed late comes later and is not
  /// left out, and no event is shown twice.
  package func page(
    of key: AccountKey, after position: Position = Position(), limit: Int
  ) async throws -> Answer<HistoryPage> {
    try await page(of: [key], after: position, limit: limit)
  }

  /// Returns the next events of an account in some environments, as `page(of:after:limit:)` does in one.
  package func page(
    of keys: [AccountKey], after position: Position = Position(), limit: Int
  ) async throws -> Answer<HistoryPage> {
    var (events, reached) = ([RecordedEvent](), [Position]())
    var unknown: Set<AccountKey> = []
    for key in keys {
      let chains = try await self.chains.chains(of: key)
      reached.append(chains.position)
      unknown.formUnion(chains.unknown)
      for chain in chains.value {
        let stream = StreamID.chain(chain.chain)
        events += try await self.events(
          of: stream, after: position.lanes[log.lane(of: stream)] ?? 0, limit: limit + 1)
      }
      events += try await decisions(of: key).filter { event in
        event.id.position > position.lanes[event.id.lane] ?? 0
      }
    }
    events.sort { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }
    let shown = events.prefix(limit)
    let next = shown.reduce(into: position) { $0.reach($1.id) }
    let page = HistoryPage(events: Array(shown), next: events.count > limit ? next : nil)
    return Answer(page, at: Position(commonOf: reached), unknown: unknown)
  }

  /// Returns the decisions about an account since its last erasure, in order: changes of consent,
  /// tokens registered and withdrawn, merges and their undos, and the promotional entitlements under all of
  /// its names.
  package func decisions(of key: AccountKey) async throws -> [RecordedEvent] {
    let resolution = try await names.resolve(key.reference)
    let others = resolution.names.subtracting([resolution.account]).sorted()
    let own = try await log.reading.events(
      of: [.account(resolution.account)],
      ofTypes: [.consentChanged, .aliasClaimed, .tokenWithdrawn, .accountsMerged]
        + Self.promotionTypes)
    let promoted =
      others.isEmpty
      ? []
      : try await log.reading.events(
        of: others.map(StreamID.account), ofTypes: Self.promotionTypes)
    return Dictionary(grouping: own + promoted, by: \.event.stream).values
      .flatMap(Self.sinceErasure)
      .sorted { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }
  }

  private static let promotionTypes: [EventType] = [
    .promotionGranted, .promotionWithdrawn, .accountErased,
  ]

  /// Returns the events of a stream after its last erasure.
  private static func sinceErasure(_ events: [RecordedEvent]) -> ArraySlice<RecordedEvent> {
    let erasure = events.lastIndex { event in
      if case .account(.accountErased) = event.event { true } else { false }
    }
    return events[(erasure.map { $0 + 1 } ?? 0)...]
  }

  /// Returns an account's changes of consent, and its erasures.
  package func consents(of key: AccountKey) async throws -> [RecordedEvent] {
    try await events(of: key, ofTypes: [.consentChanged, .accountErased])
  }

  private func events(
    of key: AccountKey, ofTypes types: [EventType]
  ) async throws -> [RecordedEvent] {
    let account = try await names.resolve(key.reference).account
    return try await log.reading.events(of: [.account(account)], ofTypes: types)
  }

  /// Returns every event of a stream.
  package func events(of stream: StreamID) async throws -> [RecordedEvent] {
    try await events(of: stream, after: 0, limit: .max)
  }

  /// Returns at most `limit` events of a stream after a position, read page by page.
  private func events(
    of stream: StreamID, after position: Int64, limit: Int
  ) async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    while events.count < limit {
      let size = min(limit - events.count, EventProcessor.pageMax)
      let page = try await log.reading.events(
        of: stream, after: events.last?.id.position ?? position, limit: size)
      events += page
      if page.count < size { break }
    }
    return events
  }
}
