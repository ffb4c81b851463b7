/// An object in one of Apple's older documents, in which almost every value is a text.
struct LegacyObject: Encodable, Sendable {
  enum Value: Encodable, Sendable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case object(LegacyObject)
    case objects([LegacyObject])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .flag(let flag): try container.encode(flag)
      case .object(let object): try container.encode(object)
      case .objects(let objects): try container.encode(objects)
      }
    }
  }

  private var fields: [String: Value] = [:]

  init() {}

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(fields)
  }

  subscript(_ name: String) -> Value? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  /// Sets a text. Leaves the field out if there is none.
  mutating func set(_ name: String, _ text: String?) {
    if let text { fields[name] = .text(text) }
  }

  /// Sets a number as a text. Leaves the field out if there is none.
  mutating func set(_ name: String, _ number: (some FixedWidthInteger)?) {
    set(name, number.map { String($0) })
  }

  /// Sets `true` or `false` as a text.
  mutating func set(_ name: String, _ flag: Bool) {
    set(name, flag ? "true" : "false")
  }

  /// Sets a date in its three forms. Leaves the fields out if there is none.
  mutating func setDate(_ name: String, _ milliseconds: Int64?) {
    guard let moment = milliseconds.map(LegacyMoment.init) else { return }
    set(name, moment.greenwich)
    set(name + "_ms", moment.digits)
    set(name + "_pst", moment.pacific)
  }
}
