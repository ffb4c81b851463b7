import HTTP
package import Ledger

/// The catalogs of an app: the one in force at a moment, all published ones, and the cut-over
/// dates.
package struct CatalogBody: Encodable, Sendable {
  struct InForce: Encodable {
    let number: Int
    let validFrom: String
    let publishedAt: String
    /// The coins that the catalog declares, with their wallets.
    let coins: [String: DeclaredCoin]
    let products: [CatalogProductBody]
  }

  struct DeclaredCoin: Encodable {
    let wallet: CoinWallet
    /// The most coins that the game may give at once; null if it may give none.
    @Nullable private(set) var creditMax: Int64?
    /// The coins that are spent first; null for a coin that the game keeps.
    @Nullable private(set) var spendFirst: SpendOrder?

    init(_ declared: CoinDeclaration) {
      wallet = declared.wallet
      creditMax = declared.creditMax
      spendFirst = wallet == .game ? nil : declared.rules.spendFirst
    }

    /// The coin in words.
    var sentence: String {
      guard wallet == .daicho else { return "kept by the game" }
      let credits = creditMax.map { "the game may give \($0) at once" }
      let order = spendFirst == .bought ? "bought ones are spent first" : nil
      return ["kept here", credits, order].compactMap(\.self).joined(separator: ", ")
    }
  }

  struct Published: Encodable {
    let number: Int
    let validFrom: String
    let publishedAt: String
    let productCount: Int
  }

  let app: String
  private(set) var at: String
  /// The catalog in force; nil before the first one.
  @Nullable private(set) var inForce: InForce?
  /// All published catalogs, in the order of publication.
  let published: [Published]
  /// The cut-over date of each environment that has one. Without one, all coins are granted here.
  let cutOvers: [CutOverBody]

  /// The keys of the answer.
  private enum CodingKeys: String, CodingKey {
    case app, at, inForce, published
    case cutOvers = "openings"
  }

  package init(
    _ catalogs: Catalogs, _ cutOvers: [CutOverDeclared], of app: BundleID, at moment: Instant
  ) {
    self.cutOvers = cutOvers.map(CutOverBody.init)
    self.app = app.rawValue
    at = moment.description
    published = catalogs.published.enumerated().map { index, entry in
      Published(
        number: index + 1, validFrom: entry.validFrom.description,
        publishedAt: entry.publishedAt.description,
        productCount: entry.catalog.products.count)
    }
    inForce = catalogs.numberInForce(at: moment).map { number in
      let entry = catalogs.published[number - 1]
      return InForce(
        number: number, validFrom: entry.validFrom.description,
        publishedAt: entry.publishedAt.description,
        coins: Dictionary(
          uniqueKeysWithValues: entry.catalog.declarations.map { coin, declared in
            (coin.rawValue, DeclaredCoin(declared))
          }),
        products: entry.catalog.products.map(CatalogProductBody.init))
    }
  }

  /// The catalogs without the moment asked about.
  var content: CatalogBody {
    var content = self
    content.at = ""
    return content
  }

  package var lines: [String] {
    let head =
      inForce.map {
        ["Catalog \($0.number) of \(app), in force at \(at):"]
          + $0.coins.sorted { $0.key < $1.key }.map { "  coin \($0.key): \($0.value.sentence)" }
          + $0.products.map { "  \($0.product.sentence)" }
      } ?? ["No catalog of \(app) is in force at \(at)."]
    return head + publishedLines + (cutOvers.isEmpty ? [] : [""] + cutOvers.map(\.sentence))
  }

  private var publishedLines: [String] {
    guard !published.isEmpty else { return [] }
    return ["", "Published:"]
      + published.map {
        "  \($0.number)  valid from \($0.validFrom)  published \($0.publishedAt)  "
          + Catalog.size($0.productCount)
      }
  }
}

/// A declared cut-over date.
package struct CutOverBody: Encodable, Sendable {
  let app: String
  let environment: String
  let before: String
  let declaredAt: String

  package init(_ cutOver: CutOverDeclared) {
    app = cutOver.bundleID.rawValue
    environment = cutOver.environment.rawValue
    before = cutOver.before.description
    declaredAt = cutOver.decidedAt.description
  }

  package var sentence: String {
    "Coins of \(app) in \(environment) are granted here for purchases from \(before) on; "
      + "earlier purchases were granted externally."
  }
}
