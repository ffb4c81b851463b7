package import Foundation

/// The promotional entitlements of an account with the decisions on them: a fold of the account's stream.
///
/// An erasure of the account ends them all.
package struct PromotionBook: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package let granted: PromotionGranted
    package fileprivate(set) var withdrawn: PromotionWithdrawn?

    package init(granted: PromotionGranted, withdrawn: PromotionWithdrawn? = nil) {
      self.granted = granted
      self.withdrawn = withdrawn
    }
  }

  private var items: [UUID: Item] = [:]

  package init() {}

  package init(_ events: some Sequence<RecordedEvent>) {
    for event in events { evolve(with: event.event) }
  }

  package subscript(id: UUID) -> Item? { items[id] }

  /// Returns the promotion that opens the same until the same moment and was not withdrawn; nil if there is none.
  package func standing(_ thing: PromotedThing, until: Instant) -> Item? {
    items.values.filter {
      $0.withdrawn == nil && $0.granted.thing == thing && $0.granted.until == until
    }
    .min { ($0.granted.grantedAt, $0.granted.id) < ($1.granted.grantedAt, $1.granted.id) }
  }

  /// Applies the next event of the account.
  package mutating func evolve(with event: LedgerEvent) {
    switch event.ofAccount?.topic {
    case .promotion(.granted(let grant)):
      if items[grant.id] == nil { items[grant.id] = Item(granted: grant) }
    case .promotion(.withdrawn(let withdrawal)):
      if items[withdrawal.id]?.withdrawn == nil { items[withdrawal.id]?.withdrawn = withdrawal }
    case .erasure: items = [:]
    case .claim, .alias, .coins, .consent, nil: break
    }
  }
}
