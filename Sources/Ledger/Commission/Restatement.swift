extension TransactionState {
  /// Returns true if both states of one transaction lead to the same periods and charges: a later
  /// source only repeated what was known.
  ///
  /// - Parameter chain: the chain, in which the transaction has no copy.
  func restates(_ known: TransactionState, in chain: ChainState) -> Bool {
    trust == known.trust && purchase == known.purchase
      && expiresDate == known.expiresDate && earliestExpiry == known.earliestExpiry
      && newestExpiry?.assertion.trust == known.newestExpiry?.assertion.trust
      && revocation == known.revocation && hasSameRefunds(as: known)
      && newestRevocation?.assertion.trust == known.newestRevocation?.assertion.trust
      && isReplaced(like: known, in: chain)
  }

  private func hasSameRefunds(as known: TransactionState) -> Bool {
    isUnrefunded && known.isUnrefunded || revocationHistory == known.revocationHistory
  }

  /// Returns true if the same purchases replace both. Apple's word that a transaction is not upgraded
  /// protects it from the purchases before that word.
  private func isReplaced(like known: TransactionState, in chain: ChainState) -> Bool {
    if newestUpgrade == known.newestUpgrade { return earliestUpgrade == known.earliestUpgrade }
    guard let new = newestUpgrade, let old = known.newestUpgrade, !new.value, !old.value,
      earliestUpgrade == known.earliestUpgrade, new.assertion.trust == old.assertion.trust
    else { return false }
    let earlier = min(new.assertion.assertedAt, old.assertion.assertedAt)
    let later = max(new.assertion.assertedAt, old.assertion.assertedAt)
    return !chain.transactions.values.contains {
      earlier < $0.purchase.purchaseDate && $0.purchase.purchaseDate <= later
    }
  }

  /// True if Apple never asserted a revocation.
  var isUnrefunded: Bool {
    newestRevocation?.value.value == nil && revocationHistory.revocations.isEmpty
  }
}
