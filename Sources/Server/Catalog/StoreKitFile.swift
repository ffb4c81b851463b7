import Ledger

/// Xcode's StoreKit configuration file, of format 3 and later. Everything in it but the products and their
/// promotional offers is ignored. It names no coins.
enum StoreKitFile {
  private static let groups = "subscriptionGroups"
  private static let spelling = ListedProduct.Spelling(
    productID: "productID", type: "type", group: "subscriptionGroupID", level: "groupNumber",
    period: "recurringSubscriptionPeriod", offers: "adHocOffers")
  private static let types: [String: ProductType] = [
    "Consumable": .consumable, "NonConsumable": .nonConsumable,
    "NonRenewingSubscription": .nonRenewing, "RecurringSubscription": .autoRenewable,
  ]

  /// Returns true for a StoreKit file, judged by its name or by a field that only such a file has.
  static func isOne(_ file: JSONFile) -> Bool {
    file.path.hasSuffix(".storekit") || file.whole.fields?[groups] != nil
  }

  static func products(of file: JSONFile, _ problems: inout FileProblems) -> [ListedProduct] {
    var products: [ListedProduct] = []
    for list in [file.whole["products"], file.whole["nonRenewingSubscriptions"]] {
      for part in items(of: list, &problems) { products.append(product(part, &problems)) }
    }
    for group in items(of: file.whole[groups], &problems) {
      for part in items(of: group["subscriptions"], &problems) {
        products.append(product(part, group: group["id"], &problems))
      }
    }
    return products
  }

  private static func items(of list: JSONPart, _ problems: inout FileProblems) -> [JSONPart] {
    if !list.isMissing && list.items == nil {
      problems.note(list, "must be a list, as Xcode saves it")
    }
    return list.items ?? []
  }

  private static func product(
    _ part: JSONPart, group: JSONPart? = nil, _ problems: inout FileProblems
  ) -> ListedProduct {
    let type = types[part["type"].text ?? ""]
    if type == nil {
      problems.note(part["type"], "must be one of \(types.keys.sorted().joined(separator: ", "))")
    }
    var product = ListedProduct(
      part, spelling: spelling, type: type ?? "", group: group, &problems)
    product.offers = items(of: part[spelling.offers], &problems).map { $0["offerID"].text ?? "" }
    return product
  }
}
