extension TransactionState {
  /// How much of a grant of this transaction was taken back by a moment, in all: what its refund
  /// says while that stands, everything where it turned out not to be due.
  func takenBack(of grant: GrantMade, at moment: Instant) -> Int64 {
    guard purchase.earns(duringTrial: grant.duringTrial) else { return grant.amount }
    return refund(at: moment)?.share(of: grant.amount) ?? 0
  }

  /// The refund that stood at a moment by sources of trust 1 and 2: the one first told last; before
  /// its date, or after its reversal, an earlier one. What Apple's newest word says stands was not
  /// reversed.
  private func refund(at moment: Instant) -> Revocation? {
    let newest = withoutSharedSecret.revocation
    return revocationHistory.revocations.last { entry in
      let reversal = revocationHistory.reversal(of: entry.revocation)
      let hasEnded = entry.revocation.date != newest?.date && reversal.map { $0 <= moment } ?? false
      return entry.revocation.date <= moment && !hasEnded
    }?.revocation
  }
}

extension Revocation {
  /// A refund of everything, in Apple's milliunits of a percent.
  package static let percentageMax: Int32 = 100_000

  /// What is taken back of an amount, rounded down; all of it where Apple names no share.
  package func share(of amount: Int64) -> Int64 {
    let percentage = Int64(min(max(percentage ?? Self.percentageMax, 0), Self.percentageMax))
    let product = amount.multipliedFullWidth(by: percentage)
    return Int64(Self.percentageMax).dividingFullWidth(product).quotient
  }
}
