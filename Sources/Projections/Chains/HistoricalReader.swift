import EventStore
import Foundation
import Ledger
import Postgres

extension EventLog {
  /// Returns the position of the log at a moment. Throws `ProjectionError.momentAhead` for a moment
  /// that has not passed.
  func past(knownAt moment: Instant) async throws -> Position {
    do {
      return try await position(knownAt: moment)
    } catch EventLogError.momentAhead {
      throw ProjectionError.momentAhead
    }
  }
}

/// A reader of the knowledge at a past moment, folded from the log itself without any later record.
struct HistoricalReader: Sendable {
  /// The chains whose events are in memory at once.
  private static let pageChains = 16

  let log: EventLog
  let moment: Instant
  /// The position of the log at that moment.
  let position: Position

  /// The position as reads report it, without the shared lane.
  var reached: Position { Position(position.lanes.filter { $0.key != 0 }) }

  /// Throws `ProjectionError.momentAhead` for a moment that has not passed.
  init(_ log: EventLog, knownAt moment: Instant) async throws {
    self.log = log
    self.moment = moment
    position = try await log.past(knownAt: moment)
  }

  /// Returns the chain as it was known then; nil if the chain was unknown.
  func chain(_ id: ChainID) async throws -> ChainState? { try await chains([id]).first }

  /// Returns the chains as they were known then, sorted, without unknown ones. Their events are in
  /// memory for a few chains at once.
  func chains(_ ids: Set<ChainID>) async throws -> [ChainState] {
    var states: [ChainState] = []
    var rest = ids.sorted()[...]
    while !rest.isEmpty {
      let page = rest.prefix(Self.pageChains)
      rest = rest.dropFirst(page.count)
      var chains: [StreamID: ChainState] = [:]
      for event in try await log.reading.events(of: page.map(StreamID.chain), upTo: position) {
        guard case .chain(let id) = event.event.stream else { continue }
        chains[.chain(id), default: ChainState(id)].join(event)
      }
      states += page.compactMap { chains[.chain($0)] }
    }
    return states
  }

  /// Returns the answers to a question about accounts, as they were known then.
  func answers<Value: Sendable>(
    to question: AccountQuestion<Value>
  ) async throws -> Answer<[Value]> {
    var question = question
    let (accounts, shared) = (try await find(question.names), try await shared())
    for page in question.pages(of: accounts, chains: Self.pageChains) {
      question.answer(for: page, try await chains(page.chains), shared)
    }
    return Answer(question.all, at: reached, unknown: question.unknown)
  }

  /// Resolves a name to its account and to all names of that account, as they were known then.
  func resolve(_ name: AccountReference) async throws -> AccountResolution {
    try await find([name])[name].resolution
  }

  /// Finds the accounts behind names, and the chains that they had claimed.
  func find(_ names: [AccountReference]) async throws -> AccountSearch {
    var search = AccountSearch(names)
    while case let wanted = search.wanted, !wanted.isEmpty {
      let told = try await log.reading.events(
        of: wanted.map(StreamID.account),
        ofTypes: [
          .accountAliased, .aliasClaimed, .tokenWithdrawn, .accountErased, .accountsMerged,
          .chainClaimed, .promotionGranted, .promotionWithdrawn,
        ]
      ).filter { $0.id.position <= position.lanes[$0.id.lane] ?? 0 }
      let streams = Dictionary(grouping: told, by: \.event.stream)
      search.apply(
        wanted.map { AccountAliases($0, streams[.account($0)] ?? []) },
        claims: Dictionary(
          uniqueKeysWithValues: wanted.map { ($0, claims(in: streams[.account($0)] ?? [])) }),
        promotions: Dictionary(
          uniqueKeysWithValues: wanted.map {
            ($0, Promotion.all(in: streams[.account($0)] ?? []))
          }))
    }
    return search
  }

  /// Returns the chains that an account claimed since its last erasure, by the events of its stream.
  private func claims(in events: [RecordedEvent]) -> Set<ChainID> {
    events.reduce(into: []) { claims, event in
      switch ChainRowChange(event.event) {
      case .claimed(let claim): claims.insert(claim.chain)
      case .erased: claims = []
      case .joined, .named, .promoted, nil: break
      }
    }
  }

  /// Returns the state of the shared lane as it was known then.
  func shared() async throws -> SharedState {
    SharedState(try await log.reading.shared(upTo: position.lanes[0] ?? 0))
  }
}
