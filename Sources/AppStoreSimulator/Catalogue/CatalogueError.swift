/// What keeps a `.storekit` file from being a catalogue: one place in it, and what has to stand there.
package struct CatalogueError: Error, Hashable, CustomStringConvertible {
  /// Nil if the fault lies with no one product.
  package let product: String?
  /// In the words of the file, as `introductoryOffer.displayPrice`; nil if it is the file itself.
  package let field: String?
  /// How the sentence about product and field goes on.
  package let remedy: String

  package init(product: String? = nil, field: String? = nil, remedy: String) {
    self.product = product
    self.field = field
    self.remedy = remedy
  }

  package var description: String {
    switch (product, field) {
    case (let product?, let field?): "\(field) of product \(product) \(remedy)."
    case (let product?, nil): "Product \(product) \(remedy)."
    case (nil, let field?): "\(field) \(remedy)."
    case (nil, nil): "The catalogue \(remedy)."
    }
  }
}
