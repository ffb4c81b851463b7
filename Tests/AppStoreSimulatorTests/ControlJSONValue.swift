/// Any JSON, read by member and index; missing values are null.
@dynamicMemberLookup
enum ControlJSON: Decodable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([ControlJSON])
  case object([String: ControlJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([ControlJSON].self) {
      self = .list(value)
    } else if let value = try? container.decode([String: ControlJSON].self) {
      self = .object(value)
    } else {
      self = .null
    }
  }

  subscript(dynamicMember name: String) -> ControlJSON {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  subscript(index: Int) -> ControlJSON {
    items.indices.contains(index) ? items[index] : .null
  }

  var items: [ControlJSON] {
    if case .list(let items) = self { items } else { [] }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

extension ControlJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: ControlJSON...) { self = .list(elements) }
}
