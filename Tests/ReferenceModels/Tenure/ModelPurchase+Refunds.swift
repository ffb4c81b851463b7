import Ledger

extension ModelPurchase {
  /// Returns the refund in force at that moment, whenever it was asserted: by the newest assertion,
  /// or else one that was dated by then and not reversed by any copy signed by then.
  ///
  /// Money that Apple gave back for an upgrade is no refund, unless typed as one of the whole period.
  func revocation(at moment: Instant) -> Revocation? {
    guard let told = toldRevocation(at: moment) else { return nil }
    return isUpgraded && told.type != "REFUND_FULL" && told == newestRevocation ? nil : told
  }

  /// The revocation of the newest copy that tells of one or of none.
  var newestRevocation: Revocation? {
    guard twins.isEmpty else {
      return twins.compactMap(\.newestRevocation).max { $0.date < $1.date }
    }
    return copies.last { $0.revocation != .silent }?.revocation.value.map(detailed)
  }

  /// Returns the revocation with the type and percentage that were told of its date last.
  func detailed(_ revocation: Revocation) -> Revocation {
    let told = copies.compactMap(\.revocation.value).filter { $0.date == revocation.date }
    return Revocation(
      date: revocation.date, reason: revocation.reason, type: told.compactMap(\.type).last,
      percentage: told.compactMap(\.percentage).last)
  }

  private func toldRevocation(at moment: Instant) -> Revocation? {
    guard twins.isEmpty else {
      return twins.compactMap { $0.toldRevocation(at: moment) }.max { $0.date < $1.date }
    }
    let newest = copies.last { $0.revocation != .silent }?.revocation.value
    if let newest, newest.date <= moment { return detailed(newest) }
    let past = copies.filter { copy in
      guard let revocation = copy.revocation.value, revocation.date <= moment else { return false }
      guard let end = reversal(of: copy) ?? newest?.date else { return false }
      return moment < end
    }
    return past.max { $0.assertion.assertedAt < $1.assertion.assertedAt }?.revocation.value
      .map(detailed)
  }

  /// Returns the moment at which Apple first said afterwards that this refund is gone. A receipt
  /// says nothing about a refund that Apple signed.
  private func reversal(of refunded: TransactionFact) -> Instant? {
    let isSigned = copies.contains {
      $0.assertion.trust == .signed && $0.revocation.value?.date == refunded.revocation.value?.date
    }
    return copies.filter {
      $0.revocation == .absent && $0.assertion.assertedAt > refunded.assertion.assertedAt
        && (!isSigned || $0.assertion.trust == .signed)
    }.map(\.assertion.assertedAt).min()
  }
}

extension Revocation {
  /// True for the refund of a whole period. `REFUND_PRORATED` of less than everything and the end
  /// of family sharing keep the days before them.
  var isOfAll: Bool { type == nil || type == "REFUND_FULL" || percentage == 100_000 }
}
