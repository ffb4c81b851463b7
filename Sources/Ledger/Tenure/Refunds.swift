/// The refunds of one purchase as asserted by sources of trust 1 and 2: those that stand, and those
/// that were reversed.
package struct Refunds: Hashable, Sendable, Codable {
  package struct Refund: Hashable, Sendable, Codable {
    /// The copy of the purchase that was refunded; nil for a purchase with one identifier.
    package let copy: TransactionID?
    package let date: Instant
    /// True if the whole price was refunded.
    package let isFull: Bool
    /// The time at which Apple reversed the refund; nil while it stands.
    package let reversedAt: Instant?

    package init(copy: TransactionID? = nil, date: Instant, isFull: Bool, reversedAt: Instant?) {
      self.copy = copy
      self.date = date
      self.isFull = isFull
      self.reversedAt = reversedAt
    }

    fileprivate func isInEffect(at moment: Instant) -> Bool {
      date <= moment && reversedAt.map { moment < $0 } ?? true
    }
  }

  /// The refunds of each copy in the order of their first assertion.
  package let all: [Refund]

  /// A value without any refunds.
  package static let none = Refunds(all: [])

  package init(all: [Refund]) {
    self.all = all
  }

  /// Creates the refunds of a purchase. What Apple gave back for an upgrade is none, and takes the place of a
  /// refund that was told before.
  init(of purchase: TransactionState) {
    let ids = purchase.copies.isEmpty ? [nil] : purchase.copies.map { Optional($0.transactionID) }
    all = zip(ids, purchase.statedRevocations).flatMap { copy, revocations in
      revocations.enumerated().filter { !$0.element.isUpgrade }.map { index, stated in
        let upgrade = revocations[(index + 1)...].first(where: \.isUpgrade)
        return Refund(
          copy: copy, date: stated.revocation.date, isFull: stated.revocation.isFull,
          reversedAt: [stated.endedAt, upgrade?.revocation.date].compactMap(\.self).min())
      }
    }
  }

  /// Returns the refund in effect at `moment`: dated by then, and not reversed by then. Of several
  /// copies a refund of everything counts, or else the earliest.
  package func current(at moment: Instant) -> Refund? {
    guard all.first?.copy != nil else { return all.last { $0.isInEffect(at: moment) } }
    let inEffect = all.filter { $0.isInEffect(at: moment) }
    return Dictionary(grouping: inEffect, by: \.copy).values.compactMap(\.last)
      .min { $0.order < $1.order }
  }
}

extension Refunds.Refund {
  /// The order in which refunds of several copies count.
  fileprivate var order: (Int, Instant) { (isFull ? 0 : 1, date) }
}

extension TransactionState {
  /// Returns true if a refund, whole or in part, stood at a moment. What Apple gave back for an upgrade is
  /// none.
  package func isRefunded(at moment: Instant) -> Bool {
    Refunds(of: self).current(at: moment) != nil
  }
}

extension Revocation {
  /// True for a refund of the whole price. Facts from before December 2025 name no type and mean a
  /// full refund.
  fileprivate var isFull: Bool {
    type == nil || isTypedFull || percentage == Self.percentageMax
  }
}
