/// A fault in a `.storekit` file: one place in the file, and the content that the place requires.
package struct CatalogError: Error, Hashable, CustomStringConvertible {
  /// The product at fault; nil if the fault concerns no single product.
  package let product: String?
  /// The path of the field, such as `introductoryOffer.displayPrice`; nil if the file as a whole is
  /// at fault.
  package let field: String?
  /// The rest of the sentence that begins with the product and the field.
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
    case (nil, nil): "The catalog \(remedy)."
    }
  }
}

extension [any CodingKey] {
  /// The path of a value in a JSON text, such as `products[0].displayPrice`.
  var place: String {
    reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
