/// The reason why the App Store rejects a command.
package enum StoreRejection: Error, Hashable, Sendable {
  case unknownCustomer(String)
  case unknownProduct(String)
  case unknownTransaction(String)
  case unknownApproval(String)
  case nameTaken(String)
  case quantityOutOfRange
  case notASubscription(String)
  case alreadyOwned(String)
  case paymentDeclined
  case offerNotForSale(String)
  case notEligibleForOffer(String)
  case noCommitment(String)
  case committed
  case noSubscription
  case notActive
  case beingRenewed
  case nothingPlanned
  case samePlan
  case alreadyRefunded
  case notRefunded
  case replacedSince
  case notRefundable
  case notShareable
  case noPriceIncrease
  case familyShared
  case extensionIneligible
  case extendedTooOften
  case nothingToRestore
  case noGame
  case otherPlayers
  case clockGoesForward
  case clockAtPresent
}

extension StoreRejection: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownCustomer(let name): "There is no customer \(name); add one first."
    case .unknownProduct(let id): "The catalog has no product \(id)."
    case .unknownTransaction(let id): "There is no transaction \(id)."
    case .unknownApproval(let id): "No purchase \(id) waits for approval."
    case .nameTaken(let name): "There is a customer \(name) already; choose another name."
    case .quantityOutOfRange:
      "quantity must be 1, or up to 10 for a consumable or a non-renewing subscription."
    case .notASubscription(let id): "\(id) is not an auto-renewable subscription."
    case .alreadyOwned(let id): "The customer owns \(id) already."
    case .paymentDeclined: "The customer's card does not work; make it work first."
    case .offerNotForSale(let id): "The catalog has no offer \(id) of that product."
    case .notEligibleForOffer(let why): "The customer is not eligible for that offer: \(why)."
    case .noCommitment(let id): "\(id) is not yearly: only a yearly plan can be paid monthly."
    case .committed: "The subscription cannot change before its twelve payments are complete."
    case .noSubscription: "The customer has no such subscription."
    case .notActive: "The subscription is not active."
    case .beingRenewed: "The subscription is being renewed; try again in the new period."
    case .nothingPlanned: "No change is planned for the next renewal."
    case .samePlan: "The subscription renews into that product already."
    case .alreadyRefunded: "The transaction is refunded already."
    case .notRefunded: "The transaction was not refunded."
    case .replacedSince: "Another purchase has replaced the refunded one."
    case .notRefundable: "A transaction without a price, or of a family member, cannot be refunded."
    case .notShareable:
      "A customer cannot join a second family, their own family, or a family of six."
    case .noPriceIncrease: "No price increase waits for the customer's consent."
    case .familyShared: "The subscription is shared; use the purchaser's subscription instead."
    case .extensionIneligible:
      "Only an active, paid subscription can be extended."
    case .extendedTooOften: "The subscription was extended twice within a year."
    case .nothingToRestore: "The device may use nothing that could be restored."
    case .noGame: "No game does that: it posts nothing, or nobody erases accounts of the ledger."
    case .otherPlayers: "Other players use the device, or the account has been merged."
    case .clockGoesForward: "The clock goes forward only; name a later time."
    case .clockAtPresent:
      "The clock cannot pass the real one, because no ledger trusts future dates: begin earlier."
    }
  }
}

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
