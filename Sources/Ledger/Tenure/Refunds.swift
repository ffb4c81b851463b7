/// The refunds of one transaction as sources of trust 1 and 2 tell them: the one that stands, and
/// those that were reversed.
package struct Refunds: Hashable, Sendable, Codable {
  package struct Refund: Hashable, Sendable, Codable {
    package let date: Instant
    /// Whether all that was paid was given back.
    package let isFull: Bool
    /// When Apple took it back; nil while it stands.
    package let reversedAt: Instant?
  }

  /// Reversed ones in the order in which they were told, then the one that stands.
  package let all: [Refund]

  /// Nothing was refunded.
  package static let none = Refunds(all: [])

  package init(all: [Refund]) {
    self.all = all
  }

  init(of transaction: TransactionState) {
    let reversed = transaction.revocationHistory.reversed.map {
      Refund(date: $0.revocation.date, isFull: $0.revocation.isFull, reversedAt: $0.reversal)
    }
    let newest = transaction.newestRevocation
    let standing = newest.flatMap { $0.assertion.trust >= .receipt ? $0.value.value : nil }
    let replaced = transaction.revocationHistory.unreversed.compactMap { revocation in
      standing.flatMap { later in
        revocation.date == later.date
          ? nil
          : Refund(date: revocation.date, isFull: revocation.isFull, reversedAt: later.date)
      }
    }
    all =
      (reversed + replaced)
      + [standing.map { Refund(date: $0.date, isFull: $0.isFull, reversedAt: nil) }]
      .compactMap(\.self)
  }

  /// What took it back by then and had not been reversed.
  package func standing(at moment: Instant) -> Refund? {
    all.last { $0.date <= moment && $0.reversedAt.map { moment < $0 } ?? true }
  }
}

extension Revocation {
  private static let fullRefund = "REFUND_FULL"

  /// A refund of all that was paid. Facts from before December 2025 name no type, and mean all.
  fileprivate var isFull: Bool { type == nil || type == Self.fullRefund }
}
