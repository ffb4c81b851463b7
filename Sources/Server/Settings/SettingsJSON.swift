import Foundation

/// A reader of JSON settings files.
enum SettingsJSON {
  /// Decodes a file. Throws a sentence with the line. `expected`, if given, replaces the details of
  /// a wrong value.
  static func decode<Value: Decodable>(
    _ contents: [UInt8], of path: String, expected: String? = nil
  ) throws(SettingsError) -> Value {
    let outline = JSONOutline(contents)
    if let flaw = outline.flaw {
      throw .malformedFile(path: path, line: outline.line(of: []), reason: flaw.description)
    }
    do {
      return try JSONDecoder().decode(Value.self, from: Data(contents))
    } catch {
      let problem = JSONProblem(error)
      throw .malformedFile(
        path: path, line: outline.line(of: problem.path), reason: expected ?? problem.reason)
    }
  }
}

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
