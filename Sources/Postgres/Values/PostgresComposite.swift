/// Fields of a row of a composite type, in PostgreSQL's binary form.
package struct CompositeFields: Sendable {
  package private(set) var bytes: [UInt8] = []
  package private(set) var count: Int32 = 0

  package init(reservingBytes capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  package mutating func append<Value: PostgresScalar>(_ value: Value?) {
    count += 1
    Value.typeOID.encodeBigEndian(into: &bytes)
    guard let value else { return Int32(-1).encodeBigEndian(into: &bytes) }
    bytes.appendMeasured { value.encode(into: &$0) }
  }
}

/// An array of rows of a composite type, as a parameter: one value instead of one array for each column.
///
/// The server takes the type from the statement (`$1::event_row[]`). The element's number must be known
/// beforehand, because each database numbers its own types.
package struct CompositeArray: PostgresEncodable {
  /// Not told; the server takes the type from the statement.
  package static let typeOID: UInt32 = 0

  private let elementType: UInt32
  private var elements: [UInt8] = []
  private var count: Int32 = 0

  package init(of elementType: UInt32, reservingBytes capacity: Int = 0) {
    self.elementType = elementType
    elements.reserveCapacity(capacity)
  }

  /// Appends a row whose fields are those of `first` and then those of `rest`.
  package mutating func append(_ first: CompositeFields, _ rest: CompositeFields) {
    count += 1
    elements.appendMeasured { bytes in
      (first.count + rest.count).encodeBigEndian(into: &bytes)
      bytes.append(contentsOf: first.bytes)
      bytes.append(contentsOf: rest.bytes)
    }
  }

  package func encode(into bytes: inout [UInt8]) {
    Int32(count == 0 ? 0 : 1).encodeBigEndian(into: &bytes)
    Int32(0).encodeBigEndian(into: &bytes)  // no element is null
    elementType.encodeBigEndian(into: &bytes)
    guard count > 0 else { return }
    count.encodeBigEndian(into: &bytes)
    Int32(1).encodeBigEndian(into: &bytes)  // the index of the first element
    bytes.append(contentsOf: elements)
  }
}

extension [UInt8] {
  /// Appends what a closure appends, behind its length in four bytes.
  fileprivate mutating func appendMeasured(_ write: (inout [UInt8]) -> Void) {
    let start = count
    Int32(0).encodeBigEndian(into: &self)
    write(&self)
    let length = Int32(count - start - 4).bigEndian
    Swift.withUnsafeBytes(of: length) { replaceSubrange(start..<(start + 4), with: $0) }
  }
}
