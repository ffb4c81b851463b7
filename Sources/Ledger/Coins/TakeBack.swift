extension TransactionState {
  /// Returns the total amount of a grant that was taken back by a moment: everything if the grant
  /// turned out not to be due; otherwise the refunded share while the refund stands, or the share of
  /// the time that an upgrade left unused, whichever is larger.
  func takenBack(
    of grant: GrantMade, at moment: Instant, _ replaced: ReplacedPeriods
  ) -> Int64 {
    guard purchase.earns(duringTrial: grant.duringTrial) else { return grant.amount }
    guard grant.rules != nil else {
      return refund(at: moment)?.shareRoundedDown(of: grant.amount) ?? 0
    }
    let refunded = refunded(of: grant.amount, at: moment)
    let unused =
      grant.onUpgrade == .prorate
      ? replaced.unusedShare(of: grant.amount, transactionID, at: moment) : 0
    return max(refunded, unused)
  }

  /// Returns the refunded share of an amount at a moment, if the refund is not dated before `cutOver`.
  func refunded(
    of amount: Int64, since cutOver: Instant = Instant(milliseconds: .min), at moment: Instant
  ) -> Int64 {
    guard let refund = refund(at: moment), refund.date >= cutOver,
      !withoutSharedSecret.isUpgraded || refund.isTypedFull
    else { return 0 }
    return refund.share(of: amount)
  }

  /// Returns true if a part of the price stood refunded at a moment.
  package func isRefunded(at moment: Instant) -> Bool {
    refunded(of: Int64(Revocation.percentageMax), at: moment) > 0
  }

  /// Returns the refund in effect at a moment by sources of trust 1 and 2: of several the one
  /// asserted last. Before the date of a refund, or after its reversal, an earlier one is in
  /// effect. A refund that Apple's newest assertion confirms was not reversed.
  private func refund(at moment: Instant) -> Revocation? {
    let newest = withoutSharedSecret.revocation
    return revocationHistory.revocations.last { entry in
      let reversal = revocationHistory.reversal(of: entry)
      let hasEnded = entry.revocation.date != newest?.date && reversal.map { $0 <= moment } ?? false
      return entry.revocation.date <= moment && !hasEnded
    }?.revocation
  }
}

extension Revocation {
  /// The percentage of a full refund, in Apple's milliunits of a percent.
  package static let percentageMax: Int32 = 100_000

  /// Returns the part of an amount to take back, rounded to the nearest, half up, because Apple rounds
  /// the percentage: of three items 33.333 % is one. All of it if Apple names no percentage.
  package func share(of amount: Int64) -> Int64 {
    let whole = Int128(Self.percentageMax)
    return Int64((Int128(amount) * limitedPercentage * 2 + whole) / (whole * 2))
  }

  /// Returns the part by the rules before 3, rounded down.
  func shareRoundedDown(of amount: Int64) -> Int64 {
    Int64(Int128(amount) * limitedPercentage / Int128(Self.percentageMax))
  }

  /// True for a refund of the whole price.
  var isOfEverything: Bool { limitedPercentage == Int128(Self.percentageMax) }

  private var limitedPercentage: Int128 {
    Int128(min(max(percentage ?? Self.percentageMax, 0), Self.percentageMax))
  }
}
