/// The fields of a purchase with several identifiers that are those of its lowest ones: the purchase date
/// of the first copy, and each field that was fixed at the sale as the lowest copy that tells it has it.
struct FirstCopies: Hashable, Sendable {
  private let first: Purchase.Fields
  private let fixed: PurchaseFieldSet
  /// The events that told these fields.
  let events: [EventID]

  /// - Parameter copies: the copies in the order of purchase, at least one.
  init(_ copies: [TransactionState]) {
    precondition(!copies.isEmpty, "a purchase has copies")
    var first = copies[0].purchase.fields
    var fixed: PurchaseFieldSet = []
    var events = copies[0].joined.tellings.events
    for field in Self.fields(of: copies[0].purchase.type).members {
      let whole = copies.first { $0.purchase.fields.toldWhole.contains(field) }
      guard let copy = whole ?? copies.first(where: { $0.purchase.fields.told.contains(field) })
      else { continue }
      first.take(field, from: copy.purchase.fields)
      fixed.insert(field)
      events += copy.joined.tellings.events
    }
    (self.first, self.fixed) = (first, fixed)
    self.events = Set(events).sorted()
  }

  func fixing(_ purchase: Purchase) -> Purchase {
    purchase.changed {
      $0.purchaseDate = first.purchaseDate
      $0.take(fixed, from: first)
    }
  }

  /// The fields that are fixed at the sale. The copies of a non-consumable come from devices and restores
  /// in other countries and years.
  private static func fields(of type: ProductType) -> PurchaseFieldSet {
    type == .nonConsumable ? [.price, .token, .storefront, .offer] : [.price, .token]
  }
}
