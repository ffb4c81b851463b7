/// The things that can happen to a customer. Every life counts those that happened.
package enum LifeEvent: String, CaseIterable, Sendable {
  case freeTrial, payAsYouGo, payUpFront, priceOfZero, offerOnReturn, untoldOffer
  case weekly, monthly, twoMonths, quarterly, halfYear, yearly
  case monthEnd, leapDay
  case renewal, renewalSignedAhead, upgrade, downgrade, crossgrade
  case returnAtOnce, returnAfterLessThan60Days, returnAfter60Days, returnAfterMoreThan60Days
  case recoveryInGrace, recoveryInGraceAnew, recoveryAfterGrace, recoveryWithoutGrace
  case extensionOfPeriod, secondExtension
  case fullRefund, partialRefund, refundAfterPeriod, refundReversed, secondRefund
  case refundsOfPastPeriods, proratedRefundOfAll, upgradeWithRevocation, summerTime
  case familyShared, oneTimePurchase, periodToldTwice, lineItemToldLate
  case twoChains, twoGroups, twoCustomers
  case appTransactionIDNever, appTransactionIDLate, appTransactionIDAlways
  case receiptSource, sharedSecretSource, sharedSecretOnly, copyLost, copyDoubled, heardLate
  case programOnTime, programLate, programEnded, termsOfStorefront, otherSettings
  case catalog, catalogLate, taxes
  case appPurchase, appPriceTaken
  case priceChange, anotherCountry, commitment, commitmentCollectedLate
  case bundleUpgrade, proratedRefundWithoutShare, undatedGrace, undatedGraceEnded
  case migration, twoApps
  case restored, boughtAgainAfterRefund, refundOfRestoredCopy, refundsUnderSeveralIDs
  case fieldOmitted, fieldToldInPart, expiryOmitted, refundDetailsOmitted
}
