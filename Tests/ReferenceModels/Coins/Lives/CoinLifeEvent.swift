import Ledger

/// The things that can happen to a game's customers and their wallets. Every life counts those that
/// happened.
package enum CoinLifeEvent: String, CaseIterable, Sendable {
  case consumable, severalAtOnce, quantityOutOfRange, amountOutOfRange
  case subscription, trial, untoldOffer, owedOffer, priceOfZero
  case upgradeBeforeRenewal, renewalThatStands
  case upgradeMidway, upgradeUntold, upgradeKeeps, periodToldTwice, lineItemToldLate
  case nonConsumable, restored, boughtAgain, refundOfRestoredCopy, refundsUnderSeveralIDs
  case nonRenewing, severalPasses, bundleUpgrade, commitment, twoApps
  case fieldOmitted, fieldToldInPart, expiryOmitted, refundDetailsOmitted
  case quantityOmitted, offerToldInPart
  case familyShared, familyShareUntold, trialUntold
  case refundOfAll, refundOfShare, shareOutOfRange, secondRefund, refundReplaced, refundReversed
  case catalogAhead, catalogLate, catalogMended, anotherKind, grantsNothing, grantsUnsaid
  case unknownProduct, severalCoins
  case cutOver, cutOverOfSandbox, cutOverMovedBack, deliveredElsewhere
  case ownedAtOnce, ownedLate, ownedNever, ownedTwice, changedHands
  case receiptSource, sharedSecretSource, sharedSecretOnly, copyDoubled, copyLost, heardLate
  case granted, movedCoins, repeatedRequest, conflictOfKeys, debt
  case insufficientCoins, amountNotPositive, amountOutOfBounds, reasonMissing
  case reservationUnknown, reservationSettled, grantOfAnotherWallet
  case creditNotAllowed, creditTooLarge, entryUnknown, entryNotSpent, alreadyReversed, spendReversed

  /// Creates the event of a wallet's answer.
  init(_ decision: WalletDecision) {
    switch decision {
    case .accepted(let moved):
      if case .reversed = moved.movement { self = .spendReversed } else { self = .movedCoins }
    case .repeated: self = .repeatedRequest
    case .conflict: self = .conflictOfKeys
    case .rejected(.insufficientCoins): self = .insufficientCoins
    case .rejected(.amountNotPositive): self = .amountNotPositive
    case .rejected(.amountOutOfBounds): self = .amountOutOfBounds
    case .rejected(.reasonMissing): self = .reasonMissing
    case .rejected(.reservationUnknown): self = .reservationUnknown
    case .rejected(.reservationSettled): self = .reservationSettled
    case .rejected(.grantOfAnotherWallet): self = .grantOfAnotherWallet
    case .rejected(.creditNotAllowed): self = .creditNotAllowed
    case .rejected(.creditTooLarge): self = .creditTooLarge
    case .rejected(.entryUnknown): self = .entryUnknown
    case .rejected(.entryNotSpent): self = .entryNotSpent
    case .rejected(.alreadyReversed): self = .alreadyReversed
    case .rejected(.coinKeptByGame), .rejected(.coinUnknown), .rejected(.reservationExpired),
      .rejected(.keyUsedBeforeErasure), .rejected(.owedToAnotherAccount):
      preconditionFailure(
        "the lives have no declared coins, no reservation with an end, no erased account, and no merge"
      )
    }
  }
}
