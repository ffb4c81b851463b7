/// The container of an object's members.
struct JSONKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let members: JSONMembers

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { set(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { set(.bool(value), key) }
  func encode(_ value: String, forKey key: Key) { set(.string(value), key) }
  func encode(_ value: Int, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: Int32, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: Int64, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: Int128, forKey key: Key) { set(.large(value), key) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    set(try EncodedJSON(encoding: value), key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = JSONMembers()
    set(.object(nested), key)
    return KeyedEncodingContainer(JSONKeyedContainer<NestedKey>(members: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = JSONElements()
    set(.array(nested), key)
    return JSONUnkeyedContainer(elements: nested)
  }

  func superEncoder() -> any Encoder { JSONValueEncoder.ofSuperclass }
  func superEncoder(forKey key: Key) -> any Encoder { JSONValueEncoder.ofSuperclass }

  private func set(_ value: EncodedJSON, _ key: Key) { members.set(value, key.stringValue) }
}

/// The container of an array's elements.
struct JSONUnkeyedContainer: UnkeyedEncodingContainer {
  let elements: JSONElements

  var codingPath: [any CodingKey] { [] }
  var count: Int { elements.values.count }

  func encodeNil() { elements.values.append(.null) }
  func encode<Value: Encodable>(_ value: Value) throws {
    elements.values.append(try EncodedJSON(encoding: value))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = JSONMembers()
    elements.values.append(.object(nested))
    return KeyedEncodingContainer(JSONKeyedContainer<NestedKey>(members: nested))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = JSONElements()
    elements.values.append(.array(nested))
    return JSONUnkeyedContainer(elements: nested)
  }

  func superEncoder() -> any Encoder { JSONValueEncoder.ofSuperclass }
}
