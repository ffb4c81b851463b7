/// The plausible errors in the reports of customers, one of which a model may make.
package enum CustomersMutation: String, CaseIterable, Sendable {
  /// A purchase at the first moment after the time belongs to it.
  case endBelongsToTime
  /// The time goes on behind the cut.
  case timePassesCut
  /// Every chain is a customer of its own.
  case chainsAreCustomers
  /// The grace after a period is no service.
  case graceIsNoService
  /// Refunds end no service.
  case refundsEndNothing
  /// The newest intent is the reason of an end, even if the customer cancels while Apple tries to collect.
  case newestIntentDecides
  /// The gap before a return begins with the end of grace.
  case gapBeginsAfterGrace
  /// A switch is an end and a return.
  case switchesAreReturns
  /// A trial is a paid period.
  case trialsArePaid
  /// A price is divided without rounding half up.
  case monthlyPriceRoundsDown
  /// A week is the fourth part of a month.
  case fourWeeksAreAMonth
  /// The last month of a commitment counts as the year that its product is.
  case lastMonthOfCommitmentIsAYear
  /// A customer belongs to the month of the first service.
  case cohortOfFirstService
  /// Every month is one of UTC.
  case monthsAreOfUTC
  /// A row of tenure leaves out customers who have lapsed.
  case lapsedAreNoCustomers
  /// Savings are those on prices with their tax.
  case savingsOnWholePrices
  /// The renewals of a customer who has switched them off save.
  case canceledRenewalsSave
  /// The time until a lapse is sixty days flat.
  case lapseWithoutSummerTime
}
