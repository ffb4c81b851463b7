import Ledger

/// What can befall a game's customers and their wallets; every life counts what befell them.
package enum CoinWay: String, CaseIterable, Sendable {
  case consumable, severalAtOnce, quantityOutOfRange, amountOutOfRange
  case subscription, trial, priceOfZero, upgradeBeforeRenewal, renewalThatStands
  case nonConsumable, restored, nonRenewing, familyShared, familyShareUntold, trialUntold
  case refundOfAll, refundOfShare, shareOutOfRange, secondRefund, refundReplaced, refundReversed
  case catalogueAhead, catalogueLate, catalogueMended, anotherKind, grantsNothing, grantsUnsaid
  case unknownProduct, severalCoins
  case opening, openingOfSandbox, openingMovedBack, deliveredElsewhere
  case ownedAtOnce, ownedLate, ownedNever, ownedTwice, changedHands
  case receiptMouth, sharedSecretMouth, sharedSecretOnly, copyDoubled, copyLost, heardLate
  case granted, movedCoins, repeatedRequest, conflictOfKeys, debt
  case insufficientCoins, amountNotPositive, amountTooLarge, reasonMissing
  case reservationUnknown, reservationSettled, grantElsewhere

  /// What a wallet answered.
  init(_ decision: WalletDecision) {
    switch decision {
    case .accepted: self = .movedCoins
    case .repeated: self = .repeatedRequest
    case .conflict: self = .conflictOfKeys
    case .refused(.insufficientCoins): self = .insufficientCoins
    case .refused(.amountNotPositive): self = .amountNotPositive
    case .refused(.amountTooLarge): self = .amountTooLarge
    case .refused(.reasonMissing): self = .reasonMissing
    case .refused(.reservationUnknown): self = .reservationUnknown
    case .refused(.reservationSettled): self = .reservationSettled
    case .refused(.grantElsewhere): self = .grantElsewhere
    }
  }
}
