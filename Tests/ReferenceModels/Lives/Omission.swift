import AppStoreSimulator
import Ledger

/// The fields that one copy of a transaction leaves out, or tells in part and otherwise.
struct Omission {
  private let fields: PurchaseFieldSet
  /// Fields of several parts of which one part is told, with another value.
  private let parts: PurchaseFieldSet
  /// True if the line item is told as 0 instead.
  private let isItemZero: Bool
  let omitsExpiry: Bool
  /// True if type and percentage of a refund are left out.
  let omitsDetails: Bool

  /// Every source that counts tells these before they may be missing: without them no rule knows what was
  /// bought.
  private static let identity: PurchaseFieldSet = [.type, .group]
  private static let divisible: [PurchaseFieldSet] = [.price, .storefront, .offer]

  /// Chooses some fields.
  ///
  /// - Parameter isKnown: true if a copy that tells everything arrived before.
  init(by random: inout SplitMix64, isKnown: Bool) {
    let all = PurchaseFieldSet.all.filter { isKnown || !Self.identity.contains($0) }
    var fields: PurchaseFieldSet = random.chance(12) ? PurchaseFieldSet(all) : []
    for _ in 0..<random.number(0...3) { fields.insert(random.pick(all)) }
    let part = random.chance(3) ? random.pick(Self.divisible) : []
    self.fields = fields.subtracting(part)
    parts = part
    isItemZero = random.chance(2)
    omitsExpiry = isKnown && random.chance(6)
    omitsDetails = random.chance(3)
  }

  var omitsQuantity: Bool { fields.contains(.quantity) }
  var tellsOfferInPart: Bool { parts.contains(.offer) }

  /// The ways in which the copy is not whole.
  var ways: Set<LifeEvent> {
    var ways: Set<LifeEvent> = []
    if !fields.isEmpty { ways.insert(.fieldOmitted) }
    if !parts.isEmpty { ways.insert(.fieldToldInPart) }
    if omitsExpiry { ways.insert(.expiryOmitted) }
    if omitsDetails { ways.insert(.refundDetailsOmitted) }
    return ways
  }

  func applied(to purchase: Purchase) -> Purchase {
    var told = purchase.fields
    for field in fields.members { omit(field, from: &told) }
    if parts.contains(.price), told.price != nil { (told.price, told.currency) = (1, nil) }
    if parts.contains(.storefront), told.storefront != nil {
      (told.storefront, told.storefrontID) = ("FRA", nil)
    }
    if parts.contains(.offer), let offer = told.offer { told.offer = Offer(type: offer.type) }
    return Purchase(told)
  }

  private func omit(_ field: PurchaseFieldSet, from told: inout Purchase.Fields) {
    switch field {
    case .type: told.type = .untold
    case .group: told.subscriptionGroupID = nil
    case .originalDate: told.originalPurchaseDate = nil
    case .quantity: told.toldQuantity = nil
    case .ownership: told.toldOwnership = nil
    case .reason: told.reason = nil
    case .storefront: (told.storefront, told.storefrontID) = (nil, nil)
    case .price: (told.price, told.currency) = (nil, nil)
    case .offer: told.offer = nil
    case .item: told.webOrderLineItemID = isItemZero ? "0" : nil
    case .token: told.appAccountToken = nil
    case .customer: told.appTransactionID = nil
    case .previousChain: told.previousOriginalTransactionID = nil
    case .billingPlan: told.billingPlanType = nil
    case .commitment: told.commitment = nil
    case .bundle: told.bundle = nil
    case .download: told.download = nil
    default: preconditionFailure("a copy can leave out \(field.rawValue)")
    }
  }

  func applied(to revocation: Revocation) -> Revocation {
    omitsDetails ? Revocation(date: revocation.date, reason: revocation.reason) : revocation
  }
}
