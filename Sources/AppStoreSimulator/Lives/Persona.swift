/// An action that a customer of the simulated App Store may take.
package enum CustomerAction: Sendable {
  case subscribe
  case subscribeIntroduced(StoreOffer.Mode)
  case commit, buyFamilyPlan
  case redeem(StoreOffer.Kind)
  case upgrade, downgrade, crossgradeNow, crossgradeLater, withdrawChange
  case cancel, resume
  case breakCard, mendCard
  case consent
  case askForRefund, refundAll, refundPart, refundShare, refundUntoldPart, refundEarlier
  case reverseRefund
  case addMember, removeMember
  case extend, move
  case buyCoins, buyForEver, buySeason, buySeasons
  case askGuardian, approve, decline
  case changePlayer, restore, changeDevice, mergeGuest, askForErasure, buyForFriend
  case rest
}

/// A kind of customer, with a first action and weighted random actions after it.
package enum Persona: String, CaseIterable, Sendable {
  case steady, trial, payAsYouGo, payUpFront, promotional, offerCode, winBack
  case upgrading, downgrading, crossgradingNow, crossgradingLater
  case canceling = "cancelling"
  case returning, failing, recovering
  case consenting
  case rejectingPrice = "refusingPrice"
  case refunded, partlyRefunded, reversed, askingForRefund
  case family, leavingFamily, extended
  case collecting, owning, child
  case committed, committedFailing
  /// Customers on whose device other players appear: a second one, a guest who signs in, one who
  /// comes after an erasure. Givers buy with a friend's token.
  case sharingDevice, guest, forgotten, giving
  /// Customers with several devices, on which Apple gives a non-consumable ids of their own.
  case restoring
  /// Customers who buy several passes at once and return some.
  case seasonal
  /// Customers who buy again after a refund of any kind, and members of a family who buy what was shared
  /// with them.
  case buyingAgain, member
  /// Customers who move to another country, with another currency.
  case moving
  /// A customer who may take any action of all the others.
  case mixed

  /// The first action of such a customer.
  var beginning: CustomerAction {
    switch self {
    case .trial: .subscribeIntroduced(.freeTrial)
    case .payAsYouGo: .subscribeIntroduced(.payAsYouGo)
    case .payUpFront: .subscribeIntroduced(.payUpFront)
    case .family, .leavingFamily: .buyFamilyPlan
    case .collecting, .guest, .giving: .buyCoins
    case .owning, .restoring: .buyForEver
    case .seasonal: .buySeasons
    case .child: .askGuardian
    case .committed, .committedFailing: .commit
    default: .subscribe
    }
  }

  /// The mean time between two actions, in days.
  var restlessness: Int64 {
    switch self {
    case .steady: 90
    case .mixed, .collecting, .child, .sharingDevice, .guest, .forgotten, .giving: 12
    default: 20
    }
  }

  /// The later actions of such a customer, drawn by weight.
  var actions: [(CustomerAction, weight: Int)] {
    switch self {
    case .steady: [(.rest, 1)]
    case .trial, .payAsYouGo, .payUpFront: [(.rest, 8), (.cancel, 1), (.subscribe, 1)]
    case .promotional: [(.redeem(.promotional), 3), (.rest, 6), (.cancel, 1), (.subscribe, 2)]
    case .offerCode: [(.redeem(.offerCode), 3), (.rest, 6), (.cancel, 1), (.subscribe, 1)]
    case .winBack: [(.cancel, 2), (.redeem(.winBack), 3), (.rest, 2)]
    case .upgrading: [(.upgrade, 2), (.downgrade, 1), (.rest, 5)]
    case .downgrading: [(.downgrade, 2), (.withdrawChange, 1), (.upgrade, 1), (.rest, 4)]
    case .crossgradingNow: [(.crossgradeNow, 2), (.rest, 5)]
    case .crossgradingLater: [(.crossgradeLater, 2), (.withdrawChange, 1), (.rest, 5)]
    case .canceling: [(.cancel, 2), (.resume, 2), (.rest, 4)]
    case .returning: [(.cancel, 2), (.subscribe, 2), (.rest, 4)]
    case .failing: [(.breakCard, 2), (.cancel, 1), (.rest, 3)]
    case .recovering: [(.breakCard, 2), (.mendCard, 3), (.rest, 2)]
    case .consenting: [(.consent, 2), (.subscribe, 1), (.rest, 3)]
    case .rejectingPrice: [(.cancel, 1), (.subscribe, 1), (.rest, 8)]
    case .refunded: [(.refundAll, 1), (.refundEarlier, 1), (.subscribe, 2), (.rest, 3)]
    case .partlyRefunded: [(.refundPart, 1), (.subscribe, 2), (.rest, 3)]
    case .reversed: [(.refundAll, 1), (.refundPart, 1), (.reverseRefund, 3), (.subscribe, 1)]
    case .askingForRefund: [(.askForRefund, 1), (.subscribe, 2), (.rest, 3)]
    case .family: [(.addMember, 3), (.cancel, 1), (.subscribe, 2), (.upgrade, 1), (.rest, 6)]
    case .leavingFamily:
      [(.addMember, 4), (.removeMember, 2), (.refundAll, 1), (.subscribe, 3), (.rest, 4)]
    case .extended: [(.extend, 2), (.rest, 6)]
    case .collecting: [(.buyCoins, 6), (.refundAll, 1), (.refundPart, 1), (.reverseRefund, 1)]
    case .owning:
      [(.buyForEver, 3), (.buySeason, 2), (.refundAll, 1), (.reverseRefund, 1), (.addMember, 1)]
    case .child: [(.askGuardian, 4), (.approve, 3), (.decline, 1), (.rest, 1)]
    case .committed: [(.cancel, 1), (.resume, 1), (.commit, 1), (.rest, 8)]
    case .committedFailing:
      [(.breakCard, 2), (.mendCard, 2), (.refundAll, 1), (.commit, 2), (.rest, 4)]
    case .sharingDevice:
      [(.changePlayer, 2), (.restore, 2), (.buyForEver, 2), (.subscribe, 2), (.buyCoins, 2)]
    case .guest: [(.mergeGuest, 1), (.buyCoins, 3), (.buyForEver, 1), (.subscribe, 1)]
    case .forgotten: [(.askForErasure, 1), (.buyForEver, 2), (.subscribe, 2), (.buyCoins, 2)]
    case .restoring:
      [
        (.changeDevice, 4), (.restore, 2), (.buyForEver, 4), (.refundAll, 2), (.refundPart, 1),
        (.reverseRefund, 1), (.addMember, 1), (.rest, 4),
      ]
    case .seasonal:
      [(.buySeasons, 4), (.refundShare, 2), (.refundAll, 1), (.reverseRefund, 1), (.rest, 4)]
    case .buyingAgain:
      [
        (.refundAll, 1), (.refundPart, 1), (.refundShare, 1), (.refundUntoldPart, 2),
        (.reverseRefund, 1), (.subscribe, 5), (.upgrade, 1), (.buyForEver, 2), (.buySeasons, 1),
        (.buyCoins, 1), (.rest, 4),
      ]
    case .member: [(.subscribe, 1), (.buyForEver, 1), (.rest, 3)]
    case .moving:
      [
        (.move, 2), (.subscribe, 2), (.upgrade, 1), (.downgrade, 1), (.buyCoins, 2),
        (.refundPart, 1),
        (.cancel, 1), (.rest, 4),
      ]
    case .giving: [(.buyForFriend, 3), (.buyCoins, 1), (.rest, 2)]
    case .mixed: Self.allActions
    }
  }

  private static let allActions: [(CustomerAction, weight: Int)] =
    [(.rest, 40)]
    + allCases.filter { $0 != .mixed }.flatMap { persona in
      [(persona.beginning, weight: 1)] + persona.actions.filter { !$0.0.isRest }
    }
}

extension Persona {
  /// True if such a customer's game sends requests to the ledger, whoever else's does.
  var needsGame: Bool {
    switch self {
    case .sharingDevice, .guest, .forgotten: true
    default: false
    }
  }
}

extension CustomerAction {
  fileprivate var isRest: Bool {
    if case .rest = self { true } else { false }
  }
}
