/// The totals of paid service near a year, from which it does not follow whether Apple counted a
/// year: Apple publishes no number of days, and month ends are clamped.
enum RateUncertainty {
  /// From three and a half days below a year to the shortest year that the calendar has, without it.
  private static let range: Range<Duration> =
    .day * 361 + .day / 2 ..< .day * 365 - .seconds(3_600)

  /// Returns true if the rate of a charge after this total is uncertain.
  ///
  /// - Parameter counted: the paid periods in the total. Weeks are never clamped.
  static func concerns(_ total: Duration, of counted: () -> [ServicePeriod]) -> Bool {
    range.contains(total) && !counted().allSatisfy(\.isSoldByTheWeek)
  }
}

extension ServicePeriod {
  fileprivate var isSoldByTheWeek: Bool {
    BillingPeriod.days(7).lengths.contains(soldEnd - purchaseDate)
  }
}

extension ServiceHistory {
  /// Returns true if a period was charged and Apple may have charged it at the other rate. The
  /// settings of a sandbox have no such doubt.
  func isRateUncertain(of index: Int) -> Bool {
    let period = periods[index]
    guard period.isPaid, settings.yearOfService == TenureSettings.apple.yearOfService else {
      return false
    }
    return isRecoveredLate(index)
      || RateUncertainty.concerns(servicesBefore[index].counted) { paidBefore(index) }
  }

  /// Returns true for a month of a commitment that Apple could charge only more than sixty days after the end
  /// of the one before: Apple tries for ninety days, and the gap restarts the count after sixty.
  private func isRecoveredLate(_ index: Int) -> Bool {
    let period = periods[index]
    guard period.isBilledMonthly, period.isRenewal,
      let last = periods[..<index].last(where: { $0.chain == period.chain && $0.isServed })
    else { return false }
    return period.start - last.end > BillingRetry.durationMax
  }

  /// Returns the periods whose paid time is in the total before a period.
  private func paidBefore(_ index: Int) -> [ServicePeriod] {
    let charge = periods[index].purchaseDate
    var clock = ServiceClock(gapMax: settings.gapMax, at: charge)
    for earlier in periods[..<index].inOrderOfService { clock.apply(earlier) }
    let counted = Set(clock.run.filter { $0.start < charge }.map(\.transactionID))
    return periods.filter { counted.contains($0.transactionID) }
  }
}
