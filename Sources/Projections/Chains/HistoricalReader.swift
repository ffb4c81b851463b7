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
  func chain(_ id: ChainID) async throws -> ChainState? {
    let events = try await events(of: .chain(id))
    guard !events.isEmpty else { return nil }
    var state = ChainState(id)
    for event in events { state.join(event) }
    return state
  }

  /// Resolves a name to its account and to all names of that account, as known then.
  func resolve(_ name: AccountReference) async throws -> AccountResolution {
    var resolution = AccountResolution(name)
    while case let wanted = resolution.wanted, !wanted.isEmpty {
      var aliases: [AccountAliases] = []
      for name in wanted {
        aliases.append(AccountAliases(name, try await events(of: .account(name))))
      }
      resolution.apply(aliases)
    }
    return resolution
  }

  /// Returns the chains that an account had claimed by any of these names, whether or not the
  /// chains belong to it.
  func chains(namedBy names: Set<AccountReference>) async throws -> [ChainState] {
    var named: Set<ChainID> = []
    for name in names { named.formUnion(try await chainsNamed(by: name)) }
    var chains: [ChainState] = []
    for id in named.sorted() {
      if let chain = try await chain(id) { chains.append(chain) }
    }
    return chains
  }

  private func chainsNamed(by name: AccountReference) async throws -> Set<ChainID> {
    var named: Set<ChainID> = []
    for event in try await events(of: .account(name)) {
      switch ChainRowChange(event.event) {
      case .claimed(let claim): named.insert(claim.chain)
      case .erased: named = []
      case .joined, .named, nil: break
      }
    }
    return named
  }

  func shared() async throws -> SharedState {
    SharedState(try await log.shared(upTo: position.lanes[0] ?? 0))
  }

  func events(of stream: StreamID) async throws -> [RecordedEvent] {
    try await log.events(of: stream, upTo: position.lanes[log.lane(of: stream)] ?? 0)
  }
}
