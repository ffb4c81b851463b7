extension CustomerTruth.PaidService.Rate {
  /// The minimum paid service that halves Apple's commission on the next charge: a year by the
  /// calendar, which summer time may shorten, is counted as half a day less.
  private static let year = Int64(365).days - Int64(12).hours

  /// - Parameter paidTime: the milliseconds of paid service before the charge.
  init(after paidTime: Int64) {
    self =
      paidTime >= Self.year
      ? Self(share: "0.15", reason: .afterAYear) : Self(share: "0.30", reason: .firstYear)
  }
}
