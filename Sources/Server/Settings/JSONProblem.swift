/// A decoder's error as a path and a reason, without the text itself.
struct JSONProblem {
  let path: [any CodingKey]
  let reason: String

  init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      (path, reason) = (context.codingPath, "`\(key.stringValue)` is missing")
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      path = context.codingPath
      reason = "\(Self.subject(path)) must be \(Self.words(type))"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      (path, reason) = (context.codingPath, context.debugDescription)
    default: (path, reason) = ([], "this cannot be read")
    }
  }

  /// Returns the field that a path leads to, or the field whose list it leads into.
  private static func subject(_ path: [any CodingKey]) -> String {
    guard let field = path.last(where: { $0.intValue == nil })?.stringValue else { return "this" }
    return path.last?.intValue == nil ? "`\(field)`" : "what `\(field)` lists"
  }

  private static func words(_ type: Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is Int64.Type, is Int.Type: "a whole number"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}
