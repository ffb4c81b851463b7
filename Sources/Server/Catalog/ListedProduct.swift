import Ledger

/// A product as a file lists it.
///
/// A field that is missing or of the wrong kind gets a value that the catalog rejects with a
/// remedy.
struct ListedProduct {
  /// The names of a product's fields in a file format.
  struct Spelling {
    var productID = "productId"
    var type = "type"
    var group = "subscriptionGroupId"
    var level = "level"
    var period = "period"
    var offers = "offers"
  }

  let part: JSONPart
  let type: ProductType
  let group: JSONPart
  var unlocks: [String] = []
  var offers: [String] = []
  var grants: ListedGrants?
  private let spelling: Spelling
  private let period: BillingPeriod?

  /// - Parameter group: the group around the product, used if the product names none itself.
  init(
    _ part: JSONPart, spelling: Spelling, type: ProductType, group: JSONPart? = nil,
    _ problems: inout FileProblems
  ) {
    self.part = part
    self.spelling = spelling
    self.type = type
    let own = part[spelling.group]
    self.group = own.isMissing ? group ?? own : own
    if !self.group.isMissing && self.group.text == nil {
      problems.note(self.group, "must be a string, in quotation marks")
    }
    let period = part[spelling.period]
    self.period = period.text.flatMap(BillingPeriod.init(duration:))
    if !period.isMissing && self.period == nil {
      problems.note(
        period,
        type == .nonRenewing
          ? "write a number of days, weeks, months or years: P90D, P2W, P3M or P1Y"
          : CatalogProblem.Fault.periodNotSold.remedy)
    }
  }

  /// The product id; empty if it is missing.
  var productID: ProductID { ProductID(part[spelling.productID].text ?? "") }

  var product: CatalogProduct {
    let level = part[spelling.level]
    return CatalogProduct(
      productID, type: type, subscriptionGroupID: group.text.map(SubscriptionGroupID.init),
      level: level.isMissing ? nil : Int(level.wholeNumber ?? 0), period: period,
      unlocks: unlocks, offers: offers, grants: grants?.grants)
  }

  /// Reads a list of names, such as what a product unlocks; none if the part is missing.
  static func names(_ part: JSONPart, _ problems: inout FileProblems) -> [String] {
    guard !part.isMissing else { return [] }
    let names = part.items?.map(\.text)
    guard let names, !names.contains(nil) else {
      problems.note(part, #"must be a list of names, as ["pro"]"#)
      return []
    }
    return names.compactMap(\.self)
  }

  /// Returns the part of the file behind a field, given the name that the catalog uses for the
  /// field.
  func part(of field: String) -> JSONPart {
    switch field {
    case "productId": part[spelling.productID]
    case "type": part[spelling.type]
    case "subscriptionGroupId": group
    case "level": part[spelling.level]
    case "period": part[spelling.period]
    case let field where field.hasPrefix("unlocks"): part["unlocks"]
    case let field where field.hasPrefix("offers"): part[spelling.offers]
    default: grants?.part(of: field) ?? part
    }
  }
}
