import Foundation

/// A value of JSON as a test reads it.
indirect enum ParsedJSON: Decodable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case decimal(Double)
  case text(String)
  case list([ParsedJSON])
  case object([String: ParsedJSON])

  init(_ text: String) throws {
    self = try JSONDecoder().decode(ParsedJSON.self, from: Data(text.utf8))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .decimal(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([ParsedJSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: ParsedJSON].self))
    }
  }

  subscript(name: String) -> ParsedJSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var items: [ParsedJSON] { if case .list(let items) = self { items } else { [] } }
}
