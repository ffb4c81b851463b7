/// What can befall a customer; every life counts what befell it.
package enum Way: String, CaseIterable, Sendable {
  case freeTrial, payAsYouGo, payUpFront, priceOfZero, offerOnReturn
  case weekly, monthly, twoMonths, quarterly, halfYear, yearly
  case monthEnd, leapDay
  case renewal, renewalSignedAhead, upgrade, downgrade, crossgrade
  case returnAtOnce, returnAfterLessThan60Days, returnAfter60Days, returnAfterMoreThan60Days
  case recoveryInGrace, recoveryInGraceAnew, recoveryAfterGrace, recoveryWithoutGrace
  case extensionOfPeriod, secondExtension
  case fullRefund, partialRefund, refundAfterPeriod, refundReversed, secondRefund
  case familyShared, oneTimePurchase
  case twoChains, twoGroups, twoCustomers
  case appTransactionIDNever, appTransactionIDLate, appTransactionIDAlways
  case receiptMouth, sharedSecretMouth, sharedSecretOnly, copyLost, copyDoubled, heardLate
  case programmeOnTime, programmeLate, programmeEnded, termsOfStorefront, otherSettings
}
