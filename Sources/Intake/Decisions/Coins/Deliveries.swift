package import Ledger

/// The grants of a chain's purchases and their acknowledgements, by the log as it is now.
package struct Deliveries: Sendable {
  package private(set) var book: GrantBook
  package let terms: GrantTerms
  /// The grants that a game has acknowledged as booked.
  package let acknowledged: Set<GrantID>

  init(_ chain: ChainID, _ events: [RecordedEvent], by terms: GrantTerms) {
    book = GrantBook(ChainState(chain), grants: events)
    self.terms = terms
    acknowledged = Set(
      events.compactMap { event in
        if case .chain(.grantAcknowledged(let word)) = event.event { word.grant } else { nil }
      })
  }

  /// The grants that are due.
  var due: Set<GrantID> {
    Set(book.due(by: terms, decidedAt: Instant(milliseconds: 0)).map(\.id))
  }

  /// Leaves out grants that another chain has.
  mutating func leaveOut(_ grants: Set<GrantID>) { book.leaveOut(grants) }

  /// Returns the product type of a transaction, by the catalog where no source told it; nil for an unknown
  /// transaction.
  package func type(of transaction: TransactionID) -> ProductType? {
    book.chain.typed(by: terms.catalogs).transactions[transaction]?.purchase.type
  }

  /// Returns true if a game has booked all that a transaction grants.
  package func isBooked(_ transaction: TransactionID) -> Bool {
    book.isBooked(transaction, by: terms, acknowledged: acknowledged)
  }

  /// Returns true if a transaction has grants, or grants that are due.
  package func grants(_ transaction: TransactionID) -> Bool {
    !book.grants(of: transaction).isEmpty || isDue(transaction)
  }

  /// Returns the reason why a transaction without grants has none.
  package func reasonForNoGrant(of transaction: TransactionID) -> NoGrantReason {
    book.reasonForNoGrant(of: transaction, by: terms)
  }

  /// Returns true if a grant of a transaction is due and not made yet. One whose coins were delivered elsewhere
  /// is made, too, and says so.
  package func isDue(_ transaction: TransactionID) -> Bool {
    let id = book.chain.purchases.identifier(of: transaction)
    return book.due(by: terms, decidedAt: Instant(milliseconds: 0)).contains {
      $0.transactionID == id
    }
  }

  /// Returns true if the purchase precedes the cut-over date, so its coins were granted externally.
  package func isGrantedExternally(_ transaction: TransactionID) -> Bool {
    book.chain.purchases[transaction].map {
      terms.isGrantedExternally(at: $0.purchase.purchaseDate)
    } ?? false
  }
}
