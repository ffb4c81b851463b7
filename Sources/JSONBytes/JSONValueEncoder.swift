/// The encoder that one value is given. It is the container of a single value itself.
final class JSONValueEncoder: Encoder, SingleValueEncodingContainer {
  private(set) var value: EncodedJSON?

  /// No type of this program writes its superclass.
  static var ofSuperclass: JSONValueEncoder { preconditionFailure("a superclass is not written") }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object(let members)? = value {
      return KeyedEncodingContainer(JSONKeyedContainer(members: members))
    }
    let members = JSONMembers()
    value = .object(members)
    return KeyedEncodingContainer(JSONKeyedContainer(members: members))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array(let elements)? = value { return JSONUnkeyedContainer(elements: elements) }
    let elements = JSONElements()
    value = .array(elements)
    return JSONUnkeyedContainer(elements: elements)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { value = .null }
  func encode(_ value: Bool) { self.value = .bool(value) }
  func encode(_ value: String) { self.value = .string(value) }
  func encode(_ value: Double) { self.value = .double(value) }
  func encode(_ value: Float) { self.value = .double(Double(value.description) ?? 0) }
  func encode(_ value: Int) { self.value = .integer(Int64(value)) }
  func encode(_ value: Int8) { self.value = .integer(Int64(value)) }
  func encode(_ value: Int16) { self.value = .integer(Int64(value)) }
  func encode(_ value: Int32) { self.value = .integer(Int64(value)) }
  func encode(_ value: Int64) { self.value = .integer(value) }
  func encode(_ value: Int128) { self.value = .large(value) }
  func encode(_ value: UInt) { self.value = .unsigned(UInt64(value)) }
  func encode(_ value: UInt8) { self.value = .unsigned(UInt64(value)) }
  func encode(_ value: UInt16) { self.value = .unsigned(UInt64(value)) }
  func encode(_ value: UInt32) { self.value = .unsigned(UInt64(value)) }
  func encode(_ value: UInt64) { self.value = .unsigned(value) }
  func encode<Value: Encodable>(_ value: Value) throws {
    self.value = try EncodedJSON(encoding: value)
  }
}
