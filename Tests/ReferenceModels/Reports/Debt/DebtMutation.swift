/// A plausible error in the reports of debts, refunds and coins, which tests a comparison.
package enum DebtMutation: String, CaseIterable, Sendable {
  /// Days that Apple added for nothing stretch the time in which a price is earned.
  case earnsExtensions
  /// A recovered period is earned from the charge on.
  case earnsFromRecovery
  /// A share of a milliunit is not earned.
  case roundsEarnedDown
  /// The rest after a partial refund is earned until the end of the period.
  case earnsAfterRefund
  /// A replaced period is earned to its end, and nothing of it is given back.
  case earnsAfterUpgrade
  /// A refund takes what was earned first.
  case returnsEarnedFirst
  /// A refund that Apple took back stays a refund.
  case keepsReversedRefunds
  /// Passes with a period are sold at once.
  case sellsPassesAtOnce
  /// Facts that become known after a close restate the closed month.
  case restatesClosedMonths
  /// A close counts everything that was recorded before its month ended.
  case closesByTheClock
  /// The first moment after the time belongs to it.
  case includesTheEnd
  /// Months of every calendar are those of UTC.
  case dividesByUTC
  /// The month that runs is counted as one to be charged.
  case commitsPresentMonth
  /// A refund of the present month leaves its commitment.
  case commitsAfterRefund
  /// Refunds that Apple took back are counted for the account.
  case countsReversedRefunds
  /// Days after a purchase begin with the first one.
  case countsStartedDays
  /// Refunds of a closed month are listed in that month alone.
  case dropsLateRefunds
  /// The newest coins are spent first.
  case spendsNewestFirst
  /// Coins that a merge moved lose their product.
  case mergesLoseProducts
  /// Reservations last until they are committed or canceled.
  case reservationsNeverEnd
  /// A refund takes the oldest coins.
  case takesBackOldest
  /// A refund is dated by its arrival.
  case datesRefundsByArrival
  /// A late refund is listed on its own day too.
  case listsLateRefundsTwice
  /// The share of a price is rounded down.
  case roundsSharesDown
  /// Each refund of a purchase has the reason of the last.
  case takesLastReason
  /// Each refund of a purchase has the coins of all.
  case countsCoinsOfAllRefunds
  /// Reserved coins are spent.
  case spendsReserved
  /// Coins that an operator gave were granted.
  case grantsGifts
  /// What players owe was not taken back.
  case leavesDebt
  /// Coins of erased accounts stay.
  case keepsErased
}
