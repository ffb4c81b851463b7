import AppStore

/// A selection and order of a customer's transactions in a history.
struct HistoryFilter: Encodable, Sendable {
  enum Omission: String, Encodable, Sendable { case nothing, finishedConsumables }

  let omission: Omission
  let startDate: Int64?
  let endDate: Int64?
  /// The products to include. Products, kinds and groups are sorted ascending; an empty list admits
  /// all.
  let products: [String]
  let kinds: [String]
  let groups: [String]
  let ownership: String?
  let isRevoked: Bool?
  let isDescending: Bool

  init(_ call: StoreCall, leavingOut omission: Omission) throws(APIError) {
    self.omission = omission
    startDate = try call.moment("startDate", or: .invalidStartDate)
    endDate = try call.moment("endDate", or: .invalidEndDate)
    if let startDate, let endDate, startDate >= endDate { throw .startDateAfterEndDate }
    products = try Self.names("productId", in: call, or: .invalidProductID)
    kinds = try Self.kinds(in: call)
    groups = try Self.names(
      "subscriptionGroupIdentifier", in: call, or: .invalidSubscriptionGroupIdentifier)
    ownership = try Self.choice(
      "inAppOwnershipType", ["PURCHASED", StoreTransaction.familyShared], in: call,
      or: .invalidInAppOwnershipType)
    let isRevoked = try call.flag("revoked", or: .invalidRevoked)
    let excludesRevoked = try call.flag("excludeRevoked", or: .invalidExcludeRevoked) ?? false
    self.isRevoked = isRevoked ?? (excludesRevoked ? false : nil)
    isDescending =
      try Self.choice("sort", ["ASCENDING", "DESCENDING"], in: call, or: .invalidSort)
      == "DESCENDING"
  }

  func admits(_ transaction: StoreTransaction) -> Bool {
    let content = transaction.content
    return startDate.map { content.purchaseDate >= $0 } ?? true
      && endDate.map { content.purchaseDate < $0 } ?? true
      && (products.isEmpty || products.contains(content.productId))
      && (kinds.isEmpty || kinds.contains(content.type))
      && (groups.isEmpty || content.subscriptionGroupIdentifier.map(groups.contains) ?? false)
      && ownership.map { content.inAppOwnershipType == $0 } ?? true
      && isRevoked.map { transaction.isRevoked == $0 } ?? true
      && !(omission == .finishedConsumables && transaction.isFinishedConsumable)
  }

  private static func names(
    _ name: String, in call: StoreCall, or error: APIError
  ) throws(APIError) -> [String] {
    let names = call.values(name)
    guard !names.contains("") else { throw error }
    return names.sorted()
  }

  /// Returns the kinds as the `type` of transactions, which the query spells differently.
  private static func kinds(in call: StoreCall) throws(APIError) -> [String] {
    var kinds: [String] = []
    for name in call.values("productType") {
      guard let kind = Product.Kind(queried: name) else { throw .invalidProductType }
      kinds.append(kind.rawValue)
    }
    return kinds.sorted()
  }

  private static func choice(
    _ name: String, _ choices: [String], in call: StoreCall, or error: APIError
  ) throws(APIError) -> String? {
    guard let text = try call.value(name, or: error) else { return nil }
    guard choices.contains(text) else { throw error }
    return text
  }
}

extension Product.Kind {
  fileprivate init?(queried name: String) {
    switch name {
    case "AUTO_RENEWABLE": self = .autoRenewable
    case "NON_RENEWABLE": self = .nonRenewing
    case "CONSUMABLE": self = .consumable
    case "NON_CONSUMABLE": self = .nonConsumable
    default: return nil
    }
  }
}

extension StoreTransaction {
  fileprivate var isFinishedConsumable: Bool {
    isFinished && content.type == Product.Kind.consumable.rawValue
  }
}
