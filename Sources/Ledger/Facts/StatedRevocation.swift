/// A revocation of one copy of a purchase with its end.
struct StatedRevocation {
  let revocation: Revocation
  /// The moment at which Apple first told that the revocation is gone; nil while it stands.
  let endedAt: Instant?
  /// True if Apple gave back the rest of the price for an upgrade, so that it is no refund.
  let isUpgrade: Bool
}

extension TransactionState {
  /// The revocations that sources of trust 1 and 2 told, by the copies of the purchase: of each copy in the
  /// order of their first assertion. One that the newest assertion confirms has not ended.
  var statedRevocations: [[StatedRevocation]] {
    (copies.isEmpty ? [self] : copies).map { copy in
      let history = copy.revocationHistory
      guard !history.revocations.isEmpty else { return [] }
      let newest = copy.withoutSharedSecret.newestRevocation?.value.value?.date
      return history.revocations.map { entry in
        let revocation = entry.revocation
        let isNewest = revocation.date == newest
        return StatedRevocation(
          revocation: revocation, endedAt: isNewest ? nil : history.reversal(of: entry),
          isUpgrade: isUpgrade(entry, isNewest: isNewest))
      }
    }
  }

  /// Returns true for a revocation of an upgraded period that is not typed as a refund of everything. One that
  /// another followed, or that is gone, was a refund if Apple told it before the upgrade.
  private func isUpgrade(_ entry: RevocationHistory.Entry, isNewest: Bool) -> Bool {
    guard isUpgraded, !entry.revocation.isTypedFull else { return false }
    guard !isNewest, let upgraded = earliestUpgrade?.assertedAt else { return true }
    return upgraded <= entry.assertedAt
  }
}

extension [StatedRevocation] {
  /// Returns the revocation that stands at a moment: of several the one that was asserted last, so that an
  /// earlier one holds until the date of a later one.
  ///
  /// - Parameter date: the moment from which a revocation counts.
  func standing(
    at moment: Instant, from date: (StatedRevocation) -> Instant
  ) -> StatedRevocation? {
    last { date($0) <= moment && $0.endedAt.map { moment < $0 } ?? true }
  }
}
