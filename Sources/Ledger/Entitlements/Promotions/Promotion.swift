package import Foundation

/// A promotional entitlement as reads need it: what it opens, for how long, and the event behind it.
package struct Promotion: Hashable, Sendable {
  package let id: UUID
  package let thing: PromotedThing
  package let grantedAt: Instant
  package let until: Instant
  package let withdrawnAt: Instant?
  /// The event that granted it.
  package let because: EventID

  package init(
    id: UUID, thing: PromotedThing, grantedAt: Instant, until: Instant, withdrawnAt: Instant?,
    because: EventID
  ) {
    self.id = id
    self.thing = thing
    self.grantedAt = grantedAt
    self.until = until
    self.withdrawnAt = withdrawnAt
    self.because = because
  }

  /// Returns true from the grant on, before its end and before a withdrawal.
  package func isInForce(at moment: Instant) -> Bool {
    grantedAt <= moment && moment < until && withdrawnAt.map { moment < $0 } ?? true
  }

  /// Returns the promotions of one account since its last erasure, in the order of their grants.
  ///
  /// - Parameter events: the events of the account's stream, in order.
  package static func all(in events: some Sequence<RecordedEvent>) -> [Promotion] {
    var book = PromotionBook()
    var granted: [(id: UUID, because: EventID)] = []
    for recorded in events {
      book.evolve(with: recorded.event)
      guard case .account(.promotionGranted(let grant)) = recorded.event else { continue }
      granted.append((grant.id, recorded.id))
    }
    return granted.compactMap { id, because in
      book[id].map { Promotion($0, because: because) }
    }
  }

  private init(_ item: PromotionBook.Item, because: EventID) {
    self.init(
      id: item.granted.id, thing: item.granted.thing, grantedAt: item.granted.grantedAt,
      until: item.granted.until, withdrawnAt: item.withdrawn?.withdrawnAt, because: because)
  }
}
