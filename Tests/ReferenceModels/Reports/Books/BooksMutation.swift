/// A mutation of the rules of the books, given to the model instead of the truth: a comparison of the reports
/// must notice it.
package enum BooksMutation: String, CaseIterable, Sendable {
  /// A refund, an upgrade or a reversal is of the day of its charge.
  case returnsOnDaysOfCharges
  /// Late amounts stay on their own days, in the closed month.
  case lateOnOwnDays
  /// A late return is booked on its own day too.
  case lateReturnsTwice
  /// A corrected entry is put in without taking out the one before.
  case correctionsOnTop
  /// Apple keeps its share of the price with tax.
  case commissionOfGross
  /// Apple does not give back its commission.
  case commissionKept
  /// Returns have no tax.
  case returnsUntaxed
  /// The unused part of an upgraded period is a refund.
  case upgradesAreRefunds
  /// A refund that was taken back stays one.
  case reversalsIgnored
  /// The column of dates has days and months in UTC, whatever calendar is asked for.
  case datesInUTC
  /// A purchase without a price is a charge of nothing.
  case unpricedAreCharges
  /// The closes of every app count.
  case closesOfOtherApps
  /// Everything counts, also what was recorded later.
  case cutIgnored
  /// The first moment after the time belongs to it.
  case endIncluded
  /// Parts of an amount are rounded down.
  case partsRoundedDown
  /// The price of a subscription is revenue on the day of its charge.
  case serviceEarnedAtOnce
  /// What is given back before it was earned is taken from revenue.
  case unearnedReturnsAreRevenue
  /// What was earned is posted on the first day after the time.
  case recognizedOnNextDay
  /// A newer file of Apple's adds its whole amounts.
  case settledOnTop
}
