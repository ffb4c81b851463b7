import EventStore
import Ledger

/// A search for grants that the catalogs owe to purchases and that were not made, though granting has passed them by.
struct OwedGrants {
  private let log: EventLog
  private let shared: SharedState

  /// - Parameter reach: the progress of granting, up to which catalogs count.
  init(_ log: EventLog, _ reach: GrantingReach) async throws {
    self.log = log
    shared = SharedState(try await log.reading.shared(upTo: reach.shared))
  }

  /// Returns a finding for each owed grant of these chains. A grant that another chain has is not owed.
  func findings(_ books: [GrantBook], _ reach: GrantingReach) async throws -> [BrokenPromise] {
    let owed = books.filter(reach.hasDecided).flatMap { book in
      book.due(by: shared.grantTerms(of: book.chain.chain), decidedAt: Instant(milliseconds: 0))
    }
    guard !owed.isEmpty else { return [] }
    let places = try await log.reading.places(of: Set(owed.map(\.id)))
    return owed.filter { places[$0.id] == nil }.map { grant in
      BrokenPromise(
        .chain(grant.chain),
        "transaction \(grant.transactionID) is owed \(grant.amount) \(grant.coin) by the catalog, and "
          + "granting has passed it by")
    }
  }
}
