import Ledger

/// What publishing a catalogue did, or would do.
struct PublicationBody: Encodable {
  enum Outcome: String, Encodable {
    case published
    /// The same holds already; nothing was recorded.
    case unchanged
    /// Only asked what it would change.
    case dryRun
  }

  let app: String
  let outcome: Outcome
  /// 1, 2, 3 … as the app's catalogues were published.
  let number: Int
  let validFrom: String
  let changes: CatalogueChanges
  /// Consumables whose coins no catalogue names: purchases of them wait.
  let unpriced: [String]
  private let size: String

  private enum CodingKeys: CodingKey {
    case app, outcome, number, validFrom, changes, unpriced
  }

  /// - Parameter published: what the app had published before.
  init(
    _ outcome: Outcome, _ catalogue: Catalogue, of app: BundleID, validFrom: Instant,
    after published: Catalogues
  ) {
    let standing = published.numberInForce(at: validFrom)
    self.app = app.rawValue
    self.outcome = outcome
    number = (outcome == .unchanged ? standing : nil) ?? published.published.count + 1
    self.validFrom = validFrom.description
    changes = CatalogueChanges(from: published.inForce(at: validFrom), to: catalogue)
    unpriced = catalogue.products.filter { product in
      product.type == .consumable && product.grants == nil
        && published.offer(of: product.productID, type: product.type, at: validFrom) == nil
    }.map(\.productID.rawValue)
    size = Catalogue.size(catalogue.products.count)
  }

  var lines: [String] {
    switch outcome {
    case .unchanged:
      return ["Catalogue \(number) of \(app) says the same and is in force: nothing to publish."]
    case .published:
      return ["Catalogue \(number) of \(app) holds from \(validFrom): \(size)."]
        + changes.lines + waiting + ["Grants already made keep their amounts."]
    case .dryRun:
      return [
        "This would be catalogue \(number) of \(app), from \(validFrom): \(size)."
      ] + changes.lines + waiting + [
        "Grants already made keep their amounts. Nothing was published."
      ]
    }
  }

  private var waiting: [String] {
    unpriced.map { "  waiting  \($0): purchases wait until a catalogue names its coins" }
  }
}
