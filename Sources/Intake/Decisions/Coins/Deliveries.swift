import EventStore
package import Ledger

/// What of a chain's purchases was delivered, by the log as it is now.
package struct Deliveries: Sendable {
  package let book: GrantBook
  package let terms: GrantTerms
  /// The grants that a game said it has booked.
  package let acknowledged: Set<GrantID>

  /// Nil for a transaction that is not known.
  package func type(of transaction: TransactionID) -> ProductType? {
    book.chain.transactions[transaction]?.purchase.type
  }

  /// Whether a game has booked all that a transaction gives.
  package func isBooked(_ transaction: TransactionID) -> Bool {
    book.isBooked(transaction, by: terms, acknowledged: acknowledged)
  }

  /// Whether it was bought before this ledger opened, and delivered elsewhere.
  package func isElsewhere(_ transaction: TransactionID) -> Bool {
    book.chain.transactions[transaction].map { terms.isElsewhere(at: $0.purchase.purchaseDate) }
      ?? false
  }
}

extension Intake {
  package func deliveries(of chain: ChainID) async throws -> Deliveries {
    let events = try await log.events(of: .chain(chain))
    let book = GrantBook(ChainState(chain), grants: events)
    let acknowledged = events.compactMap { event -> GrantID? in
      if case .grantAcknowledged(let word) = event.event { word.grant } else { nil }
    }
    return Deliveries(
      book: book, terms: Commons(try await log.commons()).grantTerms(of: book.chain),
      acknowledged: Set(acknowledged))
  }
}
