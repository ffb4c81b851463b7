/// What is on sale, in the order of the file it was read from.
package struct Catalogue: Sendable {
  package var products: [Product]
  /// What the game gives for it; a `.storekit` file says nothing of that.
  package var coinage = Coinage()

  package init(_ products: [Product]) {
    self.products = products
  }

  package subscript(id: String) -> Product? {
    products.first { $0.id == id }
  }
}
