import Ledger

/// Our own format of a catalog file:
/// `{"coins": {"gem": {"wallet", …}}, "products": [{"productId", "type", …}]}`.
enum CatalogJSON {
  private static let fields = [
    "productId", "type", "subscriptionGroupId", "level", "period", "unlocks",
    "offers", "grants",
  ]

  static func products(of file: JSONFile, _ problems: inout FileProblems) -> [ListedProduct] {
    var products: [ListedProduct] = []
    for part in items(of: file, &problems) {
      problems.noteFields(of: part, beside: fields, in: "a product")
      var product = ListedProduct(
        part, spelling: ListedProduct.Spelling(), type: ProductType(part["type"].text ?? ""),
        &problems)
      product.unlocks = ListedProduct.names(part["unlocks"], &problems)
      product.offers = ListedProduct.names(part["offers"], &problems)
      product.grants = ListedGrants(part["grants"], &problems)
      products.append(product)
    }
    return products
  }

  /// Returns the coins that a file declares under `coins`.
  static func coins(
    of file: JSONFile, _ problems: inout FileProblems
  ) -> [Coin: CoinDeclaration] {
    let declared = file.whole["coins"]
    guard !declared.isMissing else { return [:] }
    guard let fields = declared.fields else {
      problems.note(declared, #"must be an object as {"gem": {"wallet": "daicho"}}"#)
      return [:]
    }
    var coins: [Coin: CoinDeclaration] = [:]
    for name in fields.keys.sorted() {
      let part = declared[name]
      problems.noteFields(of: part, beside: ["wallet", "creditMax", "spendFirst"], in: "a coin")
      let coin = Coin(name)
      guard coin.isWellNamed else {
        problems.note(part, CatalogProblem.Fault.coinMisnamed.remedy)
        continue
      }
      guard let wallet = part["wallet"].text.flatMap(CoinWallet.init) else {
        problems.note(part["wallet"], #"must be "daicho", or "game" if the game books the coin"#)
        continue
      }
      coins[coin] = declaration(of: part, in: wallet, &problems)
    }
    return coins
  }

  private static func declaration(
    of part: JSONPart, in wallet: CoinWallet, _ problems: inout FileProblems
  ) -> CoinDeclaration {
    let (most, order) = (part["creditMax"], part["spendFirst"])
    let spendFirst = order.text.flatMap(SpendOrder.init)
    if !order.isMissing && spendFirst == nil {
      problems.note(order, #"must be "earned" or "bought""#)
    }
    return CoinDeclaration(
      wallet, creditMax: most.isMissing ? nil : most.wholeNumber ?? 0, spendFirst: spendFirst)
  }

  /// Returns the entries of `products`.
  static func items(of file: JSONFile, _ problems: inout FileProblems) -> [JSONPart] {
    problems.noteFields(of: file.whole, beside: ["products", "coins"], in: "a catalog")
    guard let items = file.whole["products"].items else {
      problems.note(file.whole["products"], "must be a list of products")
      return []
    }
    return items
  }
}
