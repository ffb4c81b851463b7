import EventProcessing
import EventStore
import Foundation
import Intake
import Ledger
import Postgres

/// One round over some chains of a lane, which makes due grants and updates wallets.
struct GrantingRound: Sendable {
  private static let streamsAtOnce = 50

  let lane: Int16
  let decisions: GrantDecisions
  let pool: Pool
  let shared: SharedState
  /// False for chains of another lane than that of the page: the lane's own rounds note its waiting
  /// chains.
  private var notesWaits = true

  init(lane: Int16, decisions: GrantDecisions, pool: Pool, shared: SharedState) {
    self.lane = lane
    self.decisions = decisions
    self.pool = pool
    self.shared = shared
  }

  /// Returns the round for chains of any lane.
  func inLane(_ lane: Int16) -> GrantingRound {
    var other = GrantingRound(lane: lane, decisions: decisions, pool: pool, shared: shared)
    other.notesWaits = false
    return other
  }

  /// Decides on these chains by their current events, not by the events up to some position. A
  /// later reader knows at least as much. Returns the chains that cannot be decided on.
  func decide(_ streams: [UUID]) async throws -> UndecidedChains {
    var undecided = UndecidedChains()
    for start in stride(from: 0, to: streams.count, by: Self.streamsAtOnce) {
      let part = Array(streams[start..<min(start + Self.streamsAtOnce, streams.count)])
      do {
        undecided.unreadable += try await decide(all: part)
      } catch  where NewDeadLetter.isTheEvents(error) {
        undecided += try await decide(oneByOne: part)
      }
    }
    return undecided
  }

  private func decide(oneByOne streams: [UUID]) async throws -> UndecidedChains {
    var undecided = UndecidedChains()
    for stream in streams {
      do {
        undecided.unreadable += try await decide(all: [stream])
      } catch  where NewDeadLetter.isTheEvents(error) {
        if let last = try await events(of: [stream]).last,
          let letter = NewDeadLetter(last.item.id, of: GrantingConsumer.name, writing: error)
        {
          undecided.failed.append(letter)
        }
      }
    }
    return undecided
  }

  private func decide(all streams: [UUID]) async throws -> [UUID] {
    var (books, unreadable) = try await books(of: streams)
    let tokens = try await decisions.accounts.tokenNames(of: books.map(\.book))
    let refused = try await makeGrants(&books, tokens)
    try await assignGrants(books, tokens)
    var waits: [UUID: GrantingWaits.Reason] = [:]
    for stream in try await follow(books) { waits[stream] = .rejected }
    for (stream, book) in books where waits[stream] == nil && isUnpriced(book) {
      waits[stream] = .unpriced
    }
    if notesWaits {
      try await note(waits, refused, among: streams.filter { !unreadable.contains($0) })
    }
    return unreadable
  }

  private func note(
    _ waits: [UUID: GrantingWaits.Reason], _ refused: [RefusedGrant], among streams: [UUID]
  ) async throws {
    let options = TransactionOptions(synchronousCommitOff: true)
    try await pool.withTransaction(options) { [lane, pool] connection in
      try GrantingWaits(lane: lane, pool: pool).note(waits, among: streams, on: connection)
      try RefusedGrants.note(refused, among: streams, of: lane, on: connection)
    }
  }

  private func books(
    of streams: [UUID]
  ) async throws -> (books: [(stream: UUID, book: GrantBook)], unreadable: [UUID]) {
    var (events, unreadable): ([RecordedEvent], Set<UUID>) = ([], [])
    for (stream, item) in try await self.events(of: streams) {
      switch item {
      case .success(let event): events.append(event)
      case .failure: unreadable.insert(stream)
      }
    }
    let books = events.filter { !unreadable.contains($0.event.stream.key) }.grantBooks
    return (books.map { (StreamID.chain($0.chain.chain).key, $0) }, Array(unreadable))
  }

  private func events(
    of streams: [UUID]
  ) async throws -> [(stream: UUID, item: LenientReader.Item)] {
    try await pool.withConnection { connection in
      try await LenientReader(decisions.log).events(
        ofStreams: streams, lane: lane, upTo: .max, on: connection)
    }
  }

  /// Makes the due grants and adds them to the books, so that wallets follow them at once and not after they
  /// were read again. A grant that another process has made meanwhile is left to the reading. Returns the
  /// grants that another chain has.
  private func makeGrants(
    _ books: inout [(stream: UUID, book: GrantBook)], _ tokens: TokenNames
  ) async throws -> [RefusedGrant] {
    let due = books.flatMap { _, book in
      book.due(by: shared.grantTerms(of: book.chain.chain), tokens, decidedAt: decisions.moment)
    }
    let outcome = try await decisions.make(due)
    let made = Dictionary(grouping: outcome.made, by: \.grant.chain)
    for index in books.indices {
      for (grant, event) in made[books[index].book.chain.chain] ?? [] {
        books[index].book.add(grant, recordedAs: event)
      }
    }
    return outcome.refused
  }

  /// Assigns the grants that waited for an account, and those of lost links.
  private func assignGrants(
    _ books: [(stream: UUID, book: GrantBook)], _ tokens: TokenNames
  ) async throws {
    let assigned = books.flatMap { _, book in book.reassignments(tokens, at: decisions.moment) }
    try await decisions.assign(assigned)
  }

  /// Updates the wallets, and notes the grants for which they have no room. Returns the chains that are to be
  /// followed again.
  private func follow(_ books: [(stream: UUID, book: GrantBook)]) async throws -> Set<UUID> {
    let unfollowed = try await unfollowed(books)
    let decided = books.flatMap { stream, book in
      let full = (unfollowed[stream] ?? []).filter { $0.rejection == .amountOutOfBounds }
      return book.decisions(onFull: Set(full.map(\.grant)), at: decisions.moment)
    }
    let undecided = try await decisions.assign(decided)
    return Set(unfollowed.keys).union(undecided.map(\.stream.key))
  }

  /// Updates the wallets. Returns the grants that they could not follow, by chain.
  ///
  /// An account that has coins now is credited before another one gives them back. While both have them, a merge of
  /// these accounts waits. If the wallet of the former has no room, nobody has them until it does.
  private func unfollowed(
    _ books: [(stream: UUID, book: GrantBook)]
  ) async throws -> [UUID: [UnfollowedGrant]] {
    var statuses: [(stream: UUID, statuses: [GrantStatus])] = []
    for (stream, book) in books {
      statuses.append(
        (
          stream,
          try await book.statusesOfWallets.leavingOutKeptBySameAccount(decisions.accounts)
        ))
    }
    let present = try await unfollowed(
      statuses.map { ($0.stream, $0.statuses.filter { !$0.isFormer }) })
    let former = try await unfollowed(
      statuses.map { ($0.stream, $0.statuses.filter(\.isFormer)) })
    return present.merging(former, uniquingKeysWith: +)
  }

  /// Lets all wallets of these statuses follow them at once.
  private func unfollowed(
    _ statuses: [(stream: UUID, statuses: [GrantStatus])]
  ) async throws -> [UUID: [UnfollowedGrant]] {
    try await withThrowingTaskGroup(of: (UUID, [UnfollowedGrant]).self) { group in
      for (stream, statuses) in statuses {
        for case (let account?, let statuses) in Dictionary(grouping: statuses, by: \.account) {
          let chain = statuses[0].grant.chain
          group.addTask {
            let unfollowed = try await decisions.follow(
              statuses, for: account, in: chain.bundleID, environment: chain.environment)
            return (stream, unfollowed)
          }
        }
      }
      return try await group.reduce(into: [:]) { all, item in
        if !item.1.isEmpty { all[item.0, default: []] += item.1 }
      }
    }
  }

  private func isUnpriced(_ book: GrantBook) -> Bool {
    !book.unpriced(by: shared.grantTerms(of: book.chain.chain)).isEmpty
  }
}

/// The chains on which nothing was decided.
struct UndecidedChains: Sendable {
  /// The chains with an event that cannot be read, which is a dead letter already.
  var unreadable: [UUID] = []
  /// The last event of each chain whose decisions fail, with the reason.
  var failed: [NewDeadLetter] = []

  var isEmpty: Bool { unreadable.isEmpty && failed.isEmpty }

  static func += (chains: inout UndecidedChains, more: UndecidedChains) {
    chains.unreadable += more.unreadable
    chains.failed += more.failed
  }
}
