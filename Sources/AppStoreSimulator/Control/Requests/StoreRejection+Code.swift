extension StoreRejection {
  /// The stable code: the name of the case in snake_case.
  var code: String {
    switch self {
    case .unknownCustomer: "unknown_customer"
    case .unknownProduct: "unknown_product"
    case .unknownTransaction: "unknown_transaction"
    case .unknownApproval: "unknown_approval"
    case .nameTaken: "name_taken"
    case .quantityOutOfRange: "quantity_out_of_range"
    case .notASubscription: "not_a_subscription"
    case .alreadyOwned: "already_owned"
    case .paymentDeclined: "payment_declined"
    case .offerNotForSale: "offer_not_for_sale"
    case .notEligibleForOffer: "not_eligible_for_offer"
    case .noCommitment: "no_commitment"
    case .committed: "committed"
    case .noSubscription: "no_subscription"
    case .notActive: "not_active"
    case .beingRenewed: "being_renewed"
    case .nothingPlanned: "nothing_planned"
    case .samePlan: "same_plan"
    case .alreadyRefunded: "already_refunded"
    case .notRefunded: "not_refunded"
    case .replacedSince: "replaced_since"
    case .notRefundable: "not_refundable"
    case .notShareable: "not_shareable"
    case .noPriceIncrease: "no_price_increase"
    case .familyShared: "family_shared"
    case .extensionIneligible: "extension_ineligible"
    case .extendedTooOften: "extended_too_often"
    case .nothingToRestore: "nothing_to_restore"
    case .noGame: "no_game"
    case .otherPlayers: "other_players"
    case .clockGoesForward: "clock_goes_forward"
    case .clockAtPresent: "clock_at_present"
    }
  }
}
