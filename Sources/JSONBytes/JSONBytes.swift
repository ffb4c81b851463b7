import Foundation

/// The encoding of values to the bytes of JSON: without white space, keys sorted by their UTF-8. What it writes
/// equals what Foundation's encoder writes with these options, and takes less of the processor.
///
/// A `Date` and a `Decimal` are refused: a type says itself how it writes a moment or an amount.
package enum JSONBytes {
  /// Throws `EncodingError` for a number that is none, and for a refused type.
  ///
  /// - Parameter escapesSlashes: true for the spelling of stored texts.
  package static func encode(
    _ value: some Encodable, escapesSlashes: Bool = false
  ) throws -> [UInt8] {
    var writer = JSONWriter(escapesSlashes: escapesSlashes)
    try writer.write(try EncodedJSON(encoding: value))
    return writer.bytes
  }

  package static func text(
    _ value: some Encodable, escapesSlashes: Bool = false
  ) throws -> String {
    String(decoding: try encode(value, escapesSlashes: escapesSlashes), as: UTF8.self)
  }
}

/// A value that is encoded once and written as a part of others, by ``JSONBytes`` alone. It has the spelling of
/// answers, in which slashes are not escaped.
package struct EncodedPart: Encodable, Sendable {
  package let bytes: [UInt8]

  package init(_ value: some Encodable) throws {
    bytes = try JSONBytes.encode(value)
  }

  package func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: "write it by `JSONBytes`"))
  }
}

/// A value of JSON, ready to be written.
enum EncodedJSON {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case large(Int128)
  case double(Double)
  case string(String)
  case array(JSONElements)
  case object(JSONMembers)
  case encoded([UInt8])

  init<Value: Encodable>(encoding value: Value) throws {
    if Value.self == String.self, let text = value as? String {
      self = .string(text)
    } else if Value.self == EncodedPart.self, let part = value as? EncodedPart {
      self = .encoded(part.bytes)
    } else if Value.self == Data.self, let data = value as? Data {
      self = .string(data.base64EncodedString())
    } else if Value.self == URL.self, let url = value as? URL {
      self = .string(url.absoluteString)
    } else if Value.self == Date.self || Value.self == Decimal.self {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "write it as a text or an integer"))
    } else {
      let encoder = JSONValueEncoder()
      try value.encode(to: encoder)
      self = encoder.value ?? .object(JSONMembers())
    }
  }
}

/// The elements of an array, added while their container is in use.
final class JSONElements {
  var values: [EncodedJSON] = []
}

/// The members of an object, added while their container is in use. Of two values under one key the later counts.
final class JSONMembers {
  private(set) var members: [(key: String, value: EncodedJSON)] = []
  private var isSorted = true

  func set(_ value: EncodedJSON, _ key: String) {
    if let last = members.last, isSorted, !last.key.utf8.lexicographicallyPrecedes(key.utf8) {
      isSorted = false
    }
    members.append((key, value))
  }

  /// The members by key, each key once.
  var sorted: [(key: String, value: EncodedJSON)] {
    if isSorted { return members }
    var latest: [String: EncodedJSON] = [:]
    for (key, value) in members { latest[key] = value }
    return latest.map { (key: $0.key, value: $0.value) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
