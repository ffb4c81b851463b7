/// Why the App Store does not do what was asked of it.
package enum StoreRefusal: Error, Hashable, Sendable {
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
  case clockGoesForward
  case clockAtPresent
}

extension StoreRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownCustomer(let name): "There is no customer \(name); add one first."
    case .unknownProduct(let id): "The catalogue has no product \(id)."
    case .unknownTransaction(let id): "There is no transaction \(id)."
    case .unknownApproval(let id): "No purchase \(id) waits for approval."
    case .nameTaken(let name): "There is a customer \(name) already; choose another name."
    case .quantityOutOfRange: "quantity is 1 to 10 for a consumable and 1 for all else."
    case .notASubscription(let id): "\(id) is no auto-renewable subscription."
    case .alreadyOwned(let id): "The customer owns \(id) already."
    case .paymentDeclined: "The customer's card does not work; mend it first."
    case .offerNotForSale(let id): "The catalogue has no offer \(id) of that product."
    case .notEligibleForOffer(let why): "The customer may not have that offer: \(why)."
    case .noCommitment(let id): "\(id) is not yearly: only a year can be paid monthly."
    case .committed: "The subscription is committed to twelve payments and cannot change before."
    case .noSubscription: "The customer has no such subscription."
    case .notActive: "The subscription is not active."
    case .beingRenewed: "The subscription is being renewed; try again when the new period began."
    case .nothingPlanned: "No change is planned for the next renewal."
    case .samePlan: "The subscription renews into that product already."
    case .alreadyRefunded: "The transaction is refunded already."
    case .notRefunded: "The transaction was not refunded."
    case .replacedSince: "Something else was bought since in place of what was refunded."
    case .notRefundable: "A transaction without a price, or of a family member, is not refunded."
    case .notShareable:
      "Nobody can be in two families, in one with themselves, or in one of more than six."
    case .noPriceIncrease: "No price increase waits for the customer's consent."
    case .familyShared: "That belongs to the purchaser; ask it of the purchaser's subscription."
    case .extensionIneligible:
      "The subscription is not active and paid for, so nothing is extended."
    case .extendedTooOften: "The subscription was extended twice within a year."
    case .clockGoesForward: "The clock goes forward only; name a later time."
    case .clockAtPresent:
      "The clock never passes the real one, since no ledger believes the future: begin earlier."
    }
  }
}
