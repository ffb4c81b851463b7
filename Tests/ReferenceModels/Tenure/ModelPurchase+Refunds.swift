import Ledger

extension ModelPurchase {
  /// Returns the refund in force at that moment, whenever it was asserted: by the newest assertion,
  /// or else one that was dated by then and not reversed by any copy signed by then.
  ///
  /// Money that Apple gave back for an upgrade is no refund, unless typed as one of the whole period: what
  /// stands of an upgraded period, and what was first told when the upgrade was.
  func revocation(at moment: Instant) -> Revocation? {
    guard let told = toldRevocation(at: moment) else { return nil }
    let isOfUpgrade = told == newestRevocation || isToldAfterUpgrade(told)
    return isUpgraded && told.type != "REFUND_FULL" && isOfUpgrade ? nil : told
  }

  private func isToldAfterUpgrade(_ refund: Revocation) -> Bool {
    let told = copies.filter { $0.revocation.value?.date == refund.date }
      .map(\.assertion.assertedAt).min()
    guard let told, let upgradeSaid else { return false }
    return upgradeSaid <= told
  }

  /// The revocation of the newest copy that tells of one or of none.
  var newestRevocation: Revocation? {
    guard twins.isEmpty else {
      return twins.compactMap(\.newestRevocation).max { $0.date < $1.date }
    }
    return standingRevocation.map(detailed)
  }

  /// The revocation of the newest copy that tells of one or of none; else the last one that no copy asserted
  /// after it says is gone: a receipt may tell of a refund after the newest signed copy.
  private var standingRevocation: Revocation? {
    let told = copies.filter { $0.revocation != .silent }
    return told.last?.revocation.value
      ?? told.filter { copy in
        guard let refund = copy.revocation.value else { return false }
        return (copy.assertion.trust == .signed || !isSigned(refund)) && reversal(of: copy) == nil
      }
      .max { $0.assertion.assertedAt < $1.assertion.assertedAt }?.revocation.value
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
    let told = Dictionary(grouping: copies.filter { $0.revocation.value != nil }) {
      $0.revocation.value!.date
    }
    let inEffect = told.values.compactMap { copies in
      copies.min { $0.assertion.assertedAt < $1.assertion.assertedAt }
    }.filter { first in
      guard let refund = first.revocation.value, refund.date <= moment else { return false }
      if refund.date == standingRevocation?.date { return true }
      return reversal(of: first).map { moment < $0 } ?? true
    }
    return inEffect.max {
      ($0.assertion.assertedAt, $0.revocation.value!.date)
        < ($1.assertion.assertedAt, $1.revocation.value!.date)
    }?.revocation.value.map(detailed)
  }

  /// Returns the moment at which Apple first said afterwards that this refund is gone. A receipt
  /// says nothing about a refund that Apple signed.
  private func reversal(of refunded: TransactionFact) -> Instant? {
    let isSigned = refunded.revocation.value.map(isSigned) ?? false
    return copies.filter {
      $0.revocation == .absent && $0.assertion.assertedAt > refunded.assertion.assertedAt
        && (!isSigned || $0.assertion.trust == .signed)
    }.map(\.assertion.assertedAt).min()
  }

  private func isSigned(_ refund: Revocation) -> Bool {
    copies.contains {
      $0.assertion.trust == .signed && $0.revocation.value?.date == refund.date
    }
  }
}

extension Revocation {
  /// True for the refund of a whole period. `REFUND_PRORATED` of less than everything and the end
  /// of family sharing keep the days before them.
  var isOfAll: Bool { type == nil || type == "REFUND_FULL" || percentage == 100_000 }
}
