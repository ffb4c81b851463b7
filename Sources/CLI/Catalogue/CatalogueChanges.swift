import Ledger

/// What a catalogue changes against the one whose place it takes.
struct CatalogueChanges: Encodable {
  struct Change: Encodable {
    let productId: String
    let before: CatalogueProduct
    let after: CatalogueProduct

    /// Whether what a purchase of it grants is another.
    var isOfCoins: Bool { before.coins != after.coins }
    /// Whether anything else is.
    var isOfTerms: Bool { before.terms != after.terms }
  }

  /// What the other one does not list, by name. So with all of them.
  let added: [CatalogueProduct]
  let gone: [CatalogueProduct]
  let changed: [Change]

  /// - Parameter before: nil where nothing was in force; then everything is added.
  init(from before: Catalogue?, to after: Catalogue) {
    added = after.products.filter { before?[$0.productID] == nil }
    gone = before?.products.filter { after[$0.productID] == nil } ?? []
    changed = after.products.compactMap { product in
      guard let known = before?[product.productID], known != product else { return nil }
      return Change(productId: product.productID.rawValue, before: known, after: product)
    }
  }

  var lines: [String] {
    added.map { "  new      \($0.sentence)" } + gone.map { "  gone     \($0.productID)" }
      + changed.flatMap(\.lines)
  }
}

extension CatalogueChanges.Change {
  fileprivate var lines: [String] {
    let coins =
      isOfCoins ? ["  coins    \(productId): \(after.coins), before \(before.coins)"] : []
    let terms = isOfTerms ? ["  changed  \(productId): \(after.terms), before \(before.terms)"] : []
    return coins + terms
  }
}
