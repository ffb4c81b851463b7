import EventStore
import Foundation
import Ledger
import Postgres

/// One round over some chains of a lane, which makes due grants and updates wallets.
struct GrantingRound: Sendable {
  private static let streamsAtOnce = 50

  let lane: GrantingLane
  let intake: Intake
  let shared: SharedState
  /// False for chains of a lane that is not locked: the lane's own rounds note its waiting chains.
  var notesWaits = true

  /// Decides on these chains by their current events, not by the events up to some position. A
  /// later reader knows at least as much.
  func decide(_ streams: [UUID], on connection: isolated Connection) async throws {
    for start in stride(from: 0, to: streams.count, by: Self.streamsAtOnce) {
      let streams = Array(streams[start..<min(start + Self.streamsAtOnce, streams.count)])
      var waits: [UUID: GrantingLane.Reason] = [:]
      let books = try await books(of: streams, waits: &waits, on: connection)
      let tokens = try await tokenNames(of: books)
      try await makeGrants(books, tokens)
      try await assignGrants(books, tokens)
      for stream in try await follow(books) { waits[stream] = .rejected }
      for (stream, book) in books where waits[stream] == nil && isUnpriced(book) {
        waits[stream] = .unpriced
      }
      if notesWaits { try lane.note(waits, among: streams, on: connection) }
    }
  }

  private func books(
    of streams: [UUID], waits: inout [UUID: GrantingLane.Reason],
    on connection: isolated Connection
  ) async throws -> [(stream: UUID, book: GrantBook)] {
    do {
      return try await books(of: streams, on: connection)
    } catch is BrokenPromise {
      var books: [(stream: UUID, book: GrantBook)] = []
      for stream in streams {
        do {
          books += try await self.books(of: [stream], on: connection)
        } catch is BrokenPromise {
          waits[stream] = .unreadable
        }
      }
      return books
    }
  }

  private func books(
    of streams: [UUID], on connection: isolated Connection
  ) async throws -> [(stream: UUID, book: GrantBook)] {
    let events = try await intake.log.events(
      ofStreams: streams, lane: lane.lane, upTo: .max, passing: [], on: connection)
    return events.grantBooks.map { (StreamID.chain($0.chain.chain).key, $0) }
  }

  private func tokenNames(of books: [(stream: UUID, book: GrantBook)]) async throws -> TokenNames {
    let named = books.reduce(into: Set<AccountReference>()) {
      $0.formUnion($1.book.tokens)
      $0.formUnion($1.book.accounts)
    }
    let names = try await intake.log.aliases(of: named.sorted())
    let accounts = Set(names.compactMap(\.aliasOf)).subtracting(named)
    return TokenNames(names + (try await intake.log.aliases(of: accounts.sorted())))
  }

  private func makeGrants(
    _ books: [(stream: UUID, book: GrantBook)], _ tokens: TokenNames
  ) async throws {
    let due = books.flatMap { _, book in
      book.due(by: shared.grantTerms(of: book.chain), tokens, decidedAt: intake.now())
    }
    guard !due.isEmpty else { return }
    _ = try await intake.append(due.map { NewEvent(.chain(.grantMade($0))) })
  }

  /// Assigns the grants that waited for an account, and those of lost links.
  private func assignGrants(
    _ books: [(stream: UUID, book: GrantBook)], _ tokens: TokenNames
  ) async throws {
    let assigned = books.flatMap { _, book in book.reassignments(tokens, at: intake.now()) }
    guard !assigned.isEmpty else { return }
    _ = try await intake.append(assigned.map { NewEvent(.chain(.grantAssigned($0))) })
  }

  /// Updates the wallets. Returns the chains with coins that a wallet could not hold.
  private func follow(_ books: [(stream: UUID, book: GrantBook)]) async throws -> [UUID] {
    try await withThrowingTaskGroup(of: UUID?.self) { group in
      for (stream, book) in books {
        let statuses = try await book.statusesOfWallets.leavingOutKeptBySameAccount(intake.log)
        let owned = Dictionary(grouping: statuses, by: \.account)
        for case (let account?, let statuses) in owned {
          group.addTask {
            let rejected = try await intake.follow(
              statuses, for: account, in: statuses[0].grant.bundleID,
              environment: book.chain.chain.environment)
            return rejected.isEmpty ? nil : stream
          }
        }
      }
      return try await group.reduce(into: []) { rejected, stream in
        if let stream { rejected.append(stream) }
      }
    }
  }

  private func isUnpriced(_ book: GrantBook) -> Bool {
    !book.unpriced(by: shared.grantTerms(of: book.chain)).isEmpty
  }
}
