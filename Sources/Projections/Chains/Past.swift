import EventStore
import Foundation
import Ledger
import Postgres

extension EventLog {
  /// How far the log had come at a moment; throws `ProjectionError.momentAhead` for one that has not
  /// passed.
  func past(knownAt moment: Instant) async throws -> Position {
    do {
      return try await position(knownAt: moment)
    } catch EventLogError.momentAhead {
      throw ProjectionError.momentAhead
    }
  }
}

/// What was known at a moment, folded from the log itself: whatever was recorded later is not there.
struct Past: Sendable {
  let log: EventLog
  let moment: Instant
  /// How far the log had come by then.
  let position: Position

  var reached: Position { position.withoutCommons }

  /// Throws `ProjectionError.momentAhead` for a moment that has not passed.
  init(_ log: EventLog, knownAt moment: Instant) async throws {
    self.log = log
    self.moment = moment
    position = try await log.past(knownAt: moment)
  }

  /// Nil where nothing was known of the chain.
  func chain(_ id: ChainID) async throws -> ChainState? {
    let events = try await events(of: .chain(id))
    guard !events.isEmpty else { return nil }
    var state = ChainState(id)
    for event in events { state.join(event) }
    return state
  }

  /// Which account a name stood for, and how else that was called.
  func resolve(_ name: AccountReference) async throws -> AccountResolution {
    var resolution = AccountResolution(name)
    while case let wanted = resolution.wanted, !wanted.isEmpty {
      var aliases: [AccountAliases] = []
      for name in wanted {
        aliases.append(AccountAliases(name, try await events(of: .account(name))))
      }
      resolution.take(aliases)
    }
    return resolution
  }

  /// The chains an account had named by any of these names, whether or not they belong to it.
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
      switch event.event {
      case .chainClaimed(let claim): named.insert(claim.chain)
      case .accountErased: named = []
      case .transactionObserved, .renewalObserved, .noticeReceived, .chainOwned,
        .programmeEntered, .termsPublished, .cataloguePublished, .grantMade, .coinsMoved,
        .accountAliased, .aliasClaimed, .ownershipChanged, .grantAcknowledged, .consentChanged,
        .openingDeclared, .epochOpened:
        break
      }
    }
    return named
  }

  func commons() async throws -> Commons {
    Commons(try await log.commons(upTo: position.lanes[0] ?? 0))
  }

  func events(of stream: StreamID) async throws -> [RecordedEvent] {
    try await log.events(of: stream, upTo: position.lanes[log.lane(of: stream)] ?? 0)
  }
}
