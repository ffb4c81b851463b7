/// The settings by which a simulated Apple computes its reports.
package struct AppleReportSettings: Sendable {
  /// The number of the vendor, as in the names of files.
  package var vendor = "85000000"
  package var taxes = PriceTaxes.standard
  /// The commission in thousandths of the price without tax: 300 is 30 %.
  package var commissionThousandths: Int64 = 300
  /// The commission on a subscription after a year of paid service.
  package var commissionThousandthsAfterAYear: Int64 = 150
  /// The decimals of the proceeds of one unit, 2 or 3.
  package var proceedsDecimals = 3
  /// The days from a purchase or refund to its settlement.
  package var settlementDays = 0

  package init() {}

  /// Returns true for a number of 1 to 12 digits.
  package static func isVendor(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{1,12}/) != nil
  }

  /// Returns the parts of the price of one unit.
  func parts(
    of price: Int64, in country: String, at moment: Int64, isAfterAYear: Bool
  ) -> PriceParts {
    PriceParts(
      price: price, taxThousandths: taxes.thousandths(in: country, at: moment),
      commissionThousandths: isAfterAYear
        ? commissionThousandthsAfterAYear : commissionThousandths)
  }

  /// Returns proceeds in milliunits, rounded half up to the decimals that reports show.
  func rounded(_ proceeds: Int64) -> Int64 {
    proceedsDecimals >= 3 ? proceeds : (proceeds + 5) / 10 * 10
  }
}
