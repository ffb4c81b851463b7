/// The products on sale, in the order of the file that defines them.
package struct StoreCatalog: Sendable {
  package var products: [Product]
  /// The coins that the game grants for the products. A `.storekit` file does not define coins.
  package var coinage = Coinage()

  package init(_ products: [Product]) {
    self.products = products
  }

  package subscript(id: String) -> Product? {
    products.first { $0.id == id }
  }
}
