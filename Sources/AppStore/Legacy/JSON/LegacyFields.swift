/// The members of a JSON object, read in any form that Apple and its imitators have used. An empty
/// string and null count as absent.
struct LegacyFields {
  /// The most bytes of a text that is not a receipt.
  static let textBytesMax = 1_024
  /// The most objects in a list, fifty times the number in a notification.
  private static let objectsMax = 5_000

  private let members: [String: LegacyJSON]
  private let path: String

  /// - Parameter path: the object's own name with a trailing dot; empty for the document.
  init(_ members: [String: LegacyJSON], path: String = "") {
    self.members = members
    self.path = path
  }

  /// The full name of a field in error descriptions.
  func name(_ key: String) -> String { path + key }

  func unreadable(_ key: String) -> LegacyDocumentError { .unreadable(field: name(key)) }

  /// Returns a text. A number or a boolean becomes the text as written.
  func text(_ key: String) throws(LegacyDocumentError) -> String? {
    guard let text = try scalar(key) else { return nil }
    guard text.utf8.count <= Self.textBytesMax, text.utf8.allSatisfy({ $0 >= 0x20 }) else {
      throw unreadable(key)
    }
    return text
  }

  /// Returns an identifier: a text, or a whole number of up to 64 bits.
  func id(_ key: String) throws(LegacyDocumentError) -> String? {
    switch members[key] {
    case .number(let digits) where UInt64(digits) == nil: throw unreadable(key)
    case .bool: throw unreadable(key)
    default: return try text(key)
    }
  }

  func required<Value>(
    _ key: String, _ value: Value?
  ) throws(LegacyDocumentError) -> Value {
    guard let value else { throw .missing(field: name(key)) }
    return value
  }

  func int64(_ key: String) throws(LegacyDocumentError) -> Int64? {
    guard let text = try text(key) else { return nil }
    guard let number = Int64(text) else { throw unreadable(key) }
    return number
  }

  func int32(_ key: String) throws(LegacyDocumentError) -> Int32? {
    guard let number = try int64(key) else { return nil }
    guard let short = Int32(exactly: number) else { throw unreadable(key) }
    return short
  }

  func flag(_ key: String) throws(LegacyDocumentError) -> Bool? {
    switch try text(key) {
    case nil: nil
    case "true", "1": true
    case "false", "0": false
    default: throw unreadable(key)
    }
  }

  /// Returns an environment by any spelling of Apple's older documents.
  func environment(_ key: String) throws(LegacyDocumentError) -> ServerAPIEnvironment? {
    switch try text(key)?.lowercased() {
    case nil: nil
    case "prod", "production": .production
    case "sandbox": .sandbox
    default: throw unreadable(key)
    }
  }

  /// Returns a text without a limit of length.
  func receipt(_ key: String) throws(LegacyDocumentError) -> String? {
    switch members[key] {
    case nil, .null, .string(""): nil
    case .string(let text): text
    default: throw unreadable(key)
    }
  }

  /// Returns the date from the first of its forms that is present. Apple writes each date up to
  /// five times; the milliseconds come first.
  func date(_ key: String) throws(LegacyDocumentError) -> Timestamp? {
    if let milliseconds = try int64(key + "_ms") {
      guard let date = LegacyDate.timestamp(milliseconds) else { throw unreadable(key + "_ms") }
      return date
    }
    for form in [key, key + "_pst", key + "_formatted", key + "_formatted_pst"] {
      guard let text = try text(form) else { continue }
      guard let date = LegacyDate.timestamp(text) else { throw unreadable(form) }
      return date
    }
    return nil
  }

  func object(_ key: String) throws(LegacyDocumentError) -> LegacyFields? {
    switch members[key] {
    case nil, .null, .string(""): nil
    case .object(let members): LegacyFields(members, path: "\(name(key)).")
    default: throw unreadable(key)
    }
  }

  /// Returns the objects of a list, or a single object as a list of one. Empty objects are left
  /// out.
  func objects(_ key: String) throws(LegacyDocumentError) -> [LegacyFields] {
    guard case .array(let elements) = members[key] else {
      return try [object(key)].compactMap(\.self).filter { !$0.members.isEmpty }
    }
    guard elements.count <= Self.objectsMax else {
      throw .tooMany(field: name(key), max: Self.objectsMax)
    }
    var objects: [LegacyFields] = []
    for (index, element) in elements.enumerated() {
      guard case .object(let members) = element else { throw unreadable("\(key)[\(index)]") }
      if !members.isEmpty {
        objects.append(LegacyFields(members, path: "\(name(key))[\(index)]."))
      }
    }
    return objects
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  private func scalar(_ key: String) throws(LegacyDocumentError) -> String? {
    switch members[key] {
    case nil, .null, .string(""): nil
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .array, .object: throw unreadable(key)
    }
  }
}
