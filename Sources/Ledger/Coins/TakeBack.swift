extension TransactionState {
  /// Returns the total amount of a grant that was taken back by a moment: the refunded share while
  /// the refund stands, or everything if the grant turned out not to be due.
  func takenBack(of grant: GrantMade, at moment: Instant) -> Int64 {
    guard purchase.earns(duringTrial: grant.duringTrial) else { return grant.amount }
    return refund(at: moment)?.share(of: grant.amount) ?? 0
  }

  /// Returns the refund in effect at a moment by sources of trust 1 and 2: of several the one
  /// asserted last. Before the date of a refund, or after its reversal, an earlier one is in
  /// effect. A refund that Apple's newest assertion confirms was not reversed.
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
  /// The percentage of a full refund, in Apple's milliunits of a percent.
  package static let percentageMax: Int32 = 100_000

  /// Returns the part of an amount to take back, rounded down; all of it if Apple names no
  /// percentage.
  package func share(of amount: Int64) -> Int64 {
    let percentage = Int64(min(max(percentage ?? Self.percentageMax, 0), Self.percentageMax))
    let product = amount.multipliedFullWidth(by: percentage)
    return Int64(Self.percentageMax).dividingFullWidth(product).quotient
  }
}
