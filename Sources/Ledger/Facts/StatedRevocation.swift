/// A revocation of one transaction with its end.
struct StatedRevocation {
  let revocation: Revocation
  /// The moment at which Apple first told that the revocation is gone; nil while it stands.
  let endedAt: Instant?
}

extension TransactionState {
  /// The revocations that sources of trust 1 and 2 told, by the copies of the purchase: of each copy in the
  /// order of their first assertion.
  var statedRevocations: [[StatedRevocation]] {
    (copies.isEmpty ? [self] : copies).map(\.ownRevocations)
  }

  /// The revocations of this transaction. One that the newest assertion confirms has not ended.
  private var ownRevocations: [StatedRevocation] {
    guard !revocationHistory.revocations.isEmpty else { return [] }
    let newest = withoutSharedSecret.newestRevocation?.value.value?.date
    return revocationHistory.revocations.map { entry in
      let revocation = entry.revocation
      return StatedRevocation(
        revocation: revocation,
        endedAt: revocation.date == newest ? nil : revocationHistory.reversal(of: entry))
    }
  }
}

extension [StatedRevocation] {
  /// Returns the revocation that stands at a moment: of several the one that was asserted last, so that an
  /// earlier one holds until the date of a later one.
  ///
  /// - Parameter date: the moment from which a revocation counts.
  func standing(at moment: Instant, from date: (Revocation) -> Instant) -> Revocation? {
    last {
      date($0.revocation) <= moment && $0.endedAt.map { moment < $0 } ?? true
    }?.revocation
  }
}
