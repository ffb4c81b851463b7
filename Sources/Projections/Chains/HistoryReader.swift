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

  /// Returns the next events of an account's chains in some environments, and the decisions about the account,
  /// in the order they were recorded, after a position.
  ///
  /// The position counts lane by lane. So an event that is committed late comes later and is not
  /// left out, and no event is shown twice.
  ///
  /// - Parameters:
  ///   - moment: leaves out what was asserted of a later time.
  ///   - known: leaves out what was recorded later.
  package func page(
    of keys: [AccountKey], after position: Position = Position(), limit: Int,
    at moment: Instant? = nil, knownAt known: Instant? = nil
  ) async throws -> Answer<HistoryPage> {
    let bounds = HistoryBounds(moment: moment, known: known)
    var (events, reached) = ([RecordedEvent](), [Position]())
    var unknown: Set<AccountKey> = []
    for key in keys {
      let chains = try await self.chains.chains(of: key, knownAt: known)
      reached.append(chains.position)
      unknown.formUnion(chains.unknown)
      for chain in chains.value {
        let stream = StreamID.chain(chain.chain)
        events += try await self.events(
          of: stream, after: position.lanes[log.lane(of: stream)] ?? 0, limit: limit + 1,
          within: bounds)
      }
      events += try await decisions(of: key, knownAt: known).filter { event in
        event.id.position > position.lanes[event.id.lane] ?? 0 && bounds.contains(event)
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
  ///
  /// - Parameter known: leaves out what was recorded later.
  package func decisions(
    of key: AccountKey, knownAt known: Instant? = nil
  ) async throws -> [RecordedEvent] {
    let bounds = HistoryBounds(moment: nil, known: known)
    let resolution = try await names.resolve(key.reference, knownAt: known)
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
    return Dictionary(grouping: (own + promoted).filter(bounds.contains), by: \.event.stream).values
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
  ///
  /// - Parameters:
  ///   - moment: leaves out changes of a later time. Erasures stay, because they forget what was said before.
  ///   - known: leaves out what was recorded later.
  package func consents(
    of account: AccountReference, at moment: Instant? = nil, knownAt known: Instant? = nil
  ) async throws -> [RecordedEvent] {
    try await log.reading.events(
      of: [.account(account)], ofTypes: [.consentChanged, .accountErased]
    ).filter { event in
      if case .account(.consentChanged) = event.event {
        return HistoryBounds(moment: moment, known: known).contains(event)
      }
      return HistoryBounds(moment: nil, known: known).contains(event)
    }
  }

  /// Returns every event of a stream.
  package func events(of stream: StreamID) async throws -> [RecordedEvent] {
    try await events(of: stream, after: 0, limit: .max)
  }

  /// Returns the first events of a stream after a position within bounds, read page by page: `limit` of them or
  /// somewhat more, if there are as many.
  private func events(
    of stream: StreamID, after position: Int64, limit: Int,
    within bounds: HistoryBounds = HistoryBounds(moment: nil, known: nil)
  ) async throws -> [RecordedEvent] {
    let size = min(limit, EventProcessor.pageMax)
    var (events, reached) = ([RecordedEvent](), position)
    while events.count < limit {
      let page = try await log.reading.events(of: stream, after: reached, limit: size)
      events += page.filter(bounds.contains)
      guard page.count == size, let last = page.last else { break }
      reached = last.id.position
    }
    return events
  }
}

/// The times up to which events are told.
private struct HistoryBounds {
  /// The last time of which an event may tell; nil for any.
  let moment: Instant?
  /// The last time at which an event may be recorded; nil for any.
  let known: Instant?

  func contains(_ event: RecordedEvent) -> Bool {
    (moment.map { event.event.assertedAt <= $0 } ?? true)
      && (known.map { event.recordedAt <= $0 } ?? true)
  }
}
