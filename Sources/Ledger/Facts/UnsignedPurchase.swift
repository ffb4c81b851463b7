/// The fields of a purchase that some unsigned sources tell and others cannot express: of each
/// field, the newest telling.
///
/// A signed transaction asserts every field, absence included, so it needs no completion. A receipt
/// names no subscription group and no family, and a verifyReceipt answer names no kind of product.
struct UnsignedPurchase: Hashable, Sendable, Codable {
  /// The purchases that are the newest to tell some field, the newest first.
  private var tellings: [Register<Purchase>]

  /// Returns nil for a signed fact, and for one that tells no such field.
  init?(_ fact: TransactionFact, by event: EventID) {
    guard fact.assertion.trust < .signed, !fact.purchase.toldFields.isEmpty else { return nil }
    tellings = [Register(fact.purchase, fact.assertion, by: event)]
  }

  mutating func merge(_ other: UnsignedPurchase) {
    let newestFirst = (tellings + other.tellings).sorted {
      $0.assertion == $1.assertion ? $0.event < $1.event : $0.assertion > $1.assertion
    }
    var told: ToldFields = []
    tellings = newestFirst.filter { telling in
      let fields = telling.value.toldFields
      defer { told.formUnion(fields) }
      return !fields.isSubset(of: told)
    }
  }

  /// The events that told the fields.
  var events: [EventID] { tellings.map(\.event) }

  /// Returns the newest purchase with its silent fields filled in from sources of at least this
  /// trust. An offer is taken from sources of at least the purchase's own trust only, because it may
  /// make a period free.
  func completing(_ newest: Register<Purchase>, by trust: Trust) -> Purchase {
    newest.value.changed { fields in
      if fields.type == .untold { fields.type = first(.type, by: trust)?.type ?? .untold }
      if fields.ownership == .purchased {
        fields.ownership = first(.ownership, by: trust)?.ownership ?? .purchased
      }
      fields.offer = fields.offer ?? first(.offer, by: newest.assertion.trust)?.offer
      fields.subscriptionGroupID =
        fields.subscriptionGroupID ?? first(.group, by: trust)?.subscriptionGroupID
      fields.originalPurchaseDate =
        fields.originalPurchaseDate ?? first(.originalDate, by: trust)?.originalPurchaseDate
      fields.webOrderLineItemID =
        fields.webOrderLineItemID ?? first(.item, by: trust)?.webOrderLineItemID
    }
  }

  /// Returns the newest purchase that tells a field, by a source of at least this trust.
  private func first(_ field: ToldFields, by trust: Trust) -> Purchase? {
    tellings.first { $0.assertion.trust >= trust && $0.value.toldFields.contains(field) }?.value
  }
}

/// The fields that a telling has, of those that not every unsigned source can express.
private struct ToldFields: OptionSet {
  static let type = ToldFields(rawValue: 1 << 0)
  static let ownership = ToldFields(rawValue: 1 << 1)
  static let offer = ToldFields(rawValue: 1 << 2)
  static let group = ToldFields(rawValue: 1 << 3)
  static let originalDate = ToldFields(rawValue: 1 << 4)
  static let item = ToldFields(rawValue: 1 << 5)

  let rawValue: UInt8
}

extension Purchase {
  fileprivate var toldFields: ToldFields {
    var fields: ToldFields = []
    if type != .untold { fields.insert(.type) }
    if ownership != .purchased { fields.insert(.ownership) }
    if offer != nil { fields.insert(.offer) }
    if subscriptionGroupID != nil { fields.insert(.group) }
    if originalPurchaseDate != nil { fields.insert(.originalDate) }
    if webOrderLineItemID != nil { fields.insert(.item) }
    return fields
  }
}
