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
