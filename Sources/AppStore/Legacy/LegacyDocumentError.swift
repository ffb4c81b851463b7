/// A reason for rejecting one of Apple's older JSON documents. No case holds a value of the
/// document.
package enum LegacyDocumentError: Error, Sendable, Hashable {
  /// The document has more bytes, more values or a longer name than allowed.
  case tooLarge(max: Int, of: Measure)
  /// The document is not JSON in UTF-8. The offset counts bytes.
  case malformed(offset: Int)
  /// Objects and arrays are nested more deeply than allowed.
  case tooDeep(offset: Int)
  /// An object names a member twice.
  case duplicateKey(offset: Int)
  /// A list has more elements than allowed.
  case tooMany(field: String, max: Int)
  case missing(field: String)
  /// A field has a value that none of Apple's forms allows.
  case unreadable(field: String)
  /// Fields that must agree do not agree.
  case contradiction(fields: [String])

  /// The thing that a limit of a document counts.
  package enum Measure: String, Sendable {
    case bytes, values
    case nameBytes = "bytes in the name of a field"
  }
}

extension LegacyDocumentError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLarge(let max, let measure): "the document has more than \(max) \(measure.rawValue)"
    case .malformed(let offset): "the document is not JSON at byte \(offset)"
    case .tooDeep(let offset): "the document is nested too deeply at byte \(offset)"
    case .duplicateKey(let offset): "the document names a field twice at byte \(offset)"
    case .tooMany(let field, let max): "\(field) has more than \(max) elements"
    case .missing(let field): "\(field) is missing"
    case .unreadable(let field): "\(field) cannot be read"
    case .contradiction(let fields): "\(fields.joined(separator: " and ")) contradict each other"
    }
  }
}
