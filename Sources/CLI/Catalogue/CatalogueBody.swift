import Ledger

/// Which catalogue of an app is in force at a moment, which were published, and from when on purchases
/// are granted here.
struct CatalogueBody: Encodable {
  struct InForce: Encodable {
    let number: Int
    let validFrom: String
    let publishedAt: String
    let products: [CatalogueProduct]
  }

  struct Published: Encodable {
    let number: Int
    let validFrom: String
    let publishedAt: String
    let productCount: Int
  }

  let app: String
  let at: String
  /// Nil before the first.
  let inForce: InForce?
  /// In the order in which they were published.
  let published: [Published]
  /// By environment; none where everything is granted here.
  let openings: [OpeningBody]

  init(
    _ catalogues: Catalogues, _ openings: [OpeningDeclared], of app: BundleID, at moment: Instant
  ) {
    self.openings = openings.map(OpeningBody.init)
    self.app = app.rawValue
    at = moment.description
    published = catalogues.published.enumerated().map { index, entry in
      Published(
        number: index + 1, validFrom: entry.validFrom.description,
        publishedAt: entry.publishedAt.description,
        productCount: entry.catalogue.products.count)
    }
    inForce = catalogues.numberInForce(at: moment).map { number in
      let entry = catalogues.published[number - 1]
      return InForce(
        number: number, validFrom: entry.validFrom.description,
        publishedAt: entry.publishedAt.description, products: entry.catalogue.products)
    }
  }

  var lines: [String] {
    let head =
      inForce.map {
        ["Catalogue \($0.number) of \(app), in force at \(at):"]
          + $0.products.map { "  \($0.sentence)" }
      } ?? ["No catalogue of \(app) is in force at \(at)."]
    return head + publishedLines + (openings.isEmpty ? [] : [""] + openings.map(\.sentence))
  }

  private var publishedLines: [String] {
    guard !published.isEmpty else { return [] }
    return ["", "Published:"]
      + published.map {
        "  \($0.number)  valid from \($0.validFrom)  published \($0.publishedAt)  "
          + Catalogue.size($0.productCount)
      }
  }
}
