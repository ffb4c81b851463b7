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

  /// Returns a finding for each owed grant of these chains, and for each chain that waits for a wrong reason. A grant
  /// that another chain has is not owed.
  func findings(_ books: [GrantBook], _ reach: GrantingReach) async throws -> [BrokenPromise] {
    let owed = books.filter(reach.hasDecided).flatMap { book in
      book.due(by: shared.grantTerms(of: book.chain.chain), decidedAt: Instant(milliseconds: 0))
    }
    let waits = waits(books, reach)
    guard !owed.isEmpty else { return waits }
    let places = try await log.reading.places(of: Set(owed.map(\.id)))
    return waits
      + owed.filter { places[$0.id] == nil }.map { grant in
        BrokenPromise(
          .chain(grant.chain),
          "transaction \(grant.transactionID) is owed \(grant.amount) \(grant.coin) by the catalog, and "
            + "granting has passed it by")
      }
  }

  private func waits(_ books: [GrantBook], _ reach: GrantingReach) -> [BrokenPromise] {
    books.compactMap { book in
      let terms = shared.grantTerms(of: book.chain.chain)
      return reach.fault(ofWaiting: book, isUnpriced: !book.unpriced(by: terms).isEmpty)
    }
  }
}
