import Ledger

/// A product as a file lists it.
///
/// What is left out or of the wrong kind is given a value that the rule refuses, with its remedy.
struct ListedProduct {
  /// How a file calls what a product is made of.
  struct Spelling {
    var productID = "productId"
    var type = "type"
    var group = "subscriptionGroupId"
    var level = "level"
    var period = "period"
  }

  let part: JSONPart
  let type: ProductType
  let group: JSONPart
  var grants: ListedGrants?
  private let spelling: Spelling
  private let period: BillingPeriod?

  /// - Parameter group: where the group of a product stands that names none itself.
  init(
    _ part: JSONPart, spelling: Spelling, type: ProductType, group: JSONPart? = nil,
    _ troubles: inout FileTroubles
  ) {
    self.part = part
    self.spelling = spelling
    self.type = type
    let own = part[spelling.group]
    self.group = own.isMissing ? group ?? own : own
    if !self.group.isMissing && self.group.text == nil {
      troubles.note(self.group, "must be a string, in quotation marks")
    }
    let period = part[spelling.period]
    self.period = period.text.flatMap(BillingPeriod.init(duration:))
    if !period.isMissing && self.period == nil {
      troubles.note(period, CatalogueProblem.Fault.periodNotSold.remedy)
    }
  }

  /// Empty where it is missing.
  var productID: ProductID { ProductID(part[spelling.productID].text ?? "") }

  var product: CatalogueProduct {
    let level = part[spelling.level]
    return CatalogueProduct(
      productID, type: type, subscriptionGroupID: group.text.map(SubscriptionGroupID.init),
      level: level.isMissing ? nil : Int(level.wholeNumber ?? 0), period: period,
      grants: grants?.grants)
  }

  /// What a field of the product, as the rule calls it, stands for in the file.
  func part(of field: String) -> JSONPart {
    switch field {
    case "productId": part[spelling.productID]
    case "type": part[spelling.type]
    case "subscriptionGroupId": group
    case "level": part[spelling.level]
    case "period": part[spelling.period]
    default: grants?.part(of: field) ?? part
    }
  }
}
