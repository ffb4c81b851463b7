import JSONBytes

/// A value of JSON, of which descriptions and examples are made. Objects are written with sorted keys.
indirect enum JSONTree: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Int64)
  case decimal(Double)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  /// The value as text for people: a member a line, indented by two spaces.
  var indented: String { indented(by: "") }

  private func indented(by margin: String) -> String {
    let inner = margin + "  "
    switch self {
    case .list(let items) where !items.isEmpty:
      let lines = items.map { inner + $0.indented(by: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(margin)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.sorted { $0.key < $1.key }.map { name, value in
        "\(inner)\(JSONTree.text(name).line): \(value.indented(by: inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(margin)}"
    default: return line
    }
  }

  /// The value in one line.
  var line: String {
    // A tree holds nothing that JSON cannot write.
    (try? JSONBytes.text(self)) ?? ""
  }
}

extension JSONTree: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int64) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSONTree...) { self = .list(elements) }

  init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(Dictionary(elements) { first, _ in first })
  }
}
