extension Decoder {
  /// Rejects an object with an unknown field, since the field may be misspelled.
  ///
  /// - Parameter owner: what the object describes, in words.
  func rejectFields<Field: CodingKey & CaseIterable & RawRepresentable<String>>(
    unknownTo fields: Field.Type, of owner: String
  ) throws {
    let container = try container(keyedBy: AnyField.self)
    guard let field = container.allKeys.first(where: { Field(rawValue: $0.stringValue) == nil })
    else { return }
    let known = fields.allCases.map(\.rawValue).joined(separator: ", ")
    throw DecodingError.dataCorruptedError(
      forKey: field, in: container,
      debugDescription: "`\(field.stringValue)` is no field of \(owner); there are \(known)")
  }
}

private struct AnyField: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
