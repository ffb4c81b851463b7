/// The refunds of one transaction as asserted by sources of trust 1 and 2: the present one, and
/// those that were reversed.
package struct Refunds: Hashable, Sendable, Codable {
  package struct Refund: Hashable, Sendable, Codable {
    package let date: Instant
    /// True if the whole price was refunded.
    package let isFull: Bool
    /// The time at which Apple reversed the refund; nil while it stands.
    package let reversedAt: Instant?
  }

  /// The reversed refunds in the order of their assertion, then the one that stands.
  package let all: [Refund]

  /// A value without any refunds.
  package static let none = Refunds(all: [])

  package init(all: [Refund]) {
    self.all = all
  }

  /// Creates the refunds of a transaction. A revocation of an upgraded period is none, unless Apple
  /// typed it as a full refund: the rest of its price was given back for the upgrade.
  init(of transaction: TransactionState) {
    let reversed = transaction.revocationHistory.reversed.map {
      Refund(date: $0.revocation.date, isFull: $0.revocation.isFull, reversedAt: $0.reversal)
    }
    let newest = transaction.newestRevocation
    let current = newest.flatMap { $0.assertion.trust >= .receipt ? $0.value.value : nil }
    let replaced = transaction.revocationHistory.unreversed.compactMap { revocation in
      current.flatMap { later in
        revocation.date == later.date
          ? nil
          : Refund(date: revocation.date, isFull: revocation.isFull, reversedAt: later.date)
      }
    }
    let standing = current.flatMap { revocation in
      transaction.isUpgraded && !revocation.isTypedFull
        ? nil : Refund(date: revocation.date, isFull: revocation.isFull, reversedAt: nil)
    }
    all = reversed + replaced + [standing].compactMap(\.self)
  }

  /// Returns the refund in effect at `moment`: dated by then, and not reversed by then.
  package func current(at moment: Instant) -> Refund? {
    all.last { $0.date <= moment && $0.reversedAt.map { moment < $0 } ?? true }
  }
}

extension Revocation {
  private static let fullRefund = "REFUND_FULL"
  /// The whole price, in thousandths of a percent.
  private static let wholePercentage: Int32 = 100_000

  /// True if Apple typed the revocation as a refund of the whole price.
  var isTypedFull: Bool { type == Self.fullRefund }

  /// True for a refund of the whole price. Facts from before December 2025 name no type and mean a
  /// full refund.
  fileprivate var isFull: Bool {
    type == nil || isTypedFull || percentage == Self.wholePercentage
  }
}
