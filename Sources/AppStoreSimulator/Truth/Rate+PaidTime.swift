extension CustomerTruth.PaidService.Rate {
  /// The minimum paid service, 365 days, that halves Apple's commission on the next charge.
  private static let year = Int64(365).days

  /// - Parameter paidTime: the milliseconds of paid service before the charge.
  init(after paidTime: Int64) {
    self =
      paidTime >= Self.year
      ? Self(share: "0.15", reason: .afterAYear) : Self(share: "0.30", reason: .firstYear)
  }
}
