/// An error for a genuine payload that lacks a field required by a fact.
enum TranslationError: Error, Hashable {
  case missing(field: String)
  case unknownEnvironment(field: String)
  /// A price below 0, or above ``MoneyBound/milliunitsMax``.
  case outOfBounds(field: String)
}

extension Optional {
  func required(_ field: String) throws(TranslationError) -> Wrapped {
    guard let self else { throw .missing(field: field) }
    return self
  }
}
