import Foundation

/// Where in a JSON text a decoding error lies, and what it says, without the text itself.
struct JSONTrouble {
  let path: [any CodingKey]
  let reason: String
  /// As the parser gives it; nil where the text is JSON but not of the form expected.
  private let offset: Int?

  init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init(context.codingPath, "`\(key.stringValue)` is missing")
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      let field = context.codingPath.last { $0.intValue == nil }?.stringValue
      let what = field.map { "`\($0)`" } ?? "this"
      self.init(context.codingPath, "\(what) must be \(Self.words(type))")
    case DecodingError.dataCorrupted(let context):
      let syntax = context.underlyingError as NSError?
      self.init(
        context.codingPath, syntax == nil ? context.debugDescription : "this is not JSON",
        offset: syntax?.userInfo["NSJSONSerializationErrorIndex"] as? Int)
    default: self.init([], "this cannot be read")
    }
  }

  private init(_ path: [any CodingKey], _ reason: String, offset: Int? = nil) {
    self.path = path
    self.reason = reason
    self.offset = offset
  }

  /// The line of the trouble in the text it was found in, the first being 1.
  func line(in text: [UInt8]) -> Int? {
    if let offset { return JSONLines(text).line(ofByte: offset) }
    return JSONLines(text).line(of: path)
  }

  private static func words(_ type: Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Int64.Type, is Int.Type: "a whole number"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}
