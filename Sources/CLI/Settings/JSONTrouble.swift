/// What is wrong in a JSON text, and in which line, without the text itself.
struct JSONTrouble {
  let reason: String
  /// From 1; nil where it concerns the whole.
  let line: Int?

  init(_ error: any Error, in text: [UInt8]) {
    let outline = JSONOutline(text)
    let (path, reason) = Self.words(error)
    line = outline.line(of: path)
    self.reason = outline.brokenAt == nil ? reason : "this is not JSON"
  }

  private static func words(_ error: any Error) -> ([any CodingKey], String) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return (context.codingPath, "`\(key.stringValue)` is missing")
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      let field = context.codingPath.last { $0.intValue == nil }?.stringValue
      return (context.codingPath, "\(field.map { "`\($0)`" } ?? "this") must be \(words(type))")
    case DecodingError.dataCorrupted(let context):
      return (context.codingPath, context.debugDescription)
    default: return ([], "this cannot be read")
    }
  }

  private static func words(_ type: Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Int64.Type, is Int.Type: "a whole number"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}
