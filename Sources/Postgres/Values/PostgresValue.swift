package import Foundation

/// A value that can be bound to a parameter, in PostgreSQL's binary form.
package protocol PostgresEncodable: Sendable {
  static var typeOID: UInt32 { get }
  func encode(into bytes: inout [UInt8])
}

/// A value that can be read from a column, in PostgreSQL's binary form.
package protocol PostgresDecodable: PostgresColumn {
  static var typeOID: UInt32 { get }
  /// Decodes a value; nil if the bytes are not of this form.
  init?(binary: UnsafeRawBufferPointer)
}

/// A value that can be a parameter, a column, or an element of an array.
package protocol PostgresScalar: PostgresEncodable, PostgresDecodable, PostgresElement {}

extension PostgresDecodable where Self: RawRepresentable, RawValue: PostgresDecodable {
  package static var typeOID: UInt32 { RawValue.typeOID }
  package init?(binary: UnsafeRawBufferPointer) {
    guard let rawValue = RawValue(binary: binary) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension FixedWidthInteger {
  func encodeBigEndian(into bytes: inout [UInt8]) {
    withUnsafeBytes(of: bigEndian) { bytes.append(contentsOf: $0) }
  }

  init?(bigEndian binary: UnsafeRawBufferPointer) {
    guard binary.count == MemoryLayout<Self>.size else { return nil }
    self.init(bigEndian: binary.loadUnaligned(as: Self.self))
  }
}

extension Bool: PostgresScalar {
  package static var typeOID: UInt32 { 16 }
  package static var arrayOID: UInt32 { 1000 }
  package func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
  package init?(binary: UnsafeRawBufferPointer) {
    guard binary.count == 1 else { return nil }
    self = binary[0] != 0
  }
}

extension Int16: PostgresScalar {
  package static var typeOID: UInt32 { 21 }
  package static var arrayOID: UInt32 { 1005 }
  package func encode(into bytes: inout [UInt8]) { encodeBigEndian(into: &bytes) }
  package init?(binary: UnsafeRawBufferPointer) { self.init(bigEndian: binary) }
}

extension Int32: PostgresScalar {
  package static var typeOID: UInt32 { 23 }
  package static var arrayOID: UInt32 { 1007 }
  package func encode(into bytes: inout [UInt8]) { encodeBigEndian(into: &bytes) }
  package init?(binary: UnsafeRawBufferPointer) { self.init(bigEndian: binary) }
}

extension Int64: PostgresScalar {
  package static var typeOID: UInt32 { 20 }
  package static var arrayOID: UInt32 { 1016 }
  package func encode(into bytes: inout [UInt8]) { encodeBigEndian(into: &bytes) }
  package init?(binary: UnsafeRawBufferPointer) { self.init(bigEndian: binary) }
}

extension String: PostgresScalar {
  package static var typeOID: UInt32 { 25 }
  package static var arrayOID: UInt32 { 1009 }
  package func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
  package init?(binary: UnsafeRawBufferPointer) {
    self.init(decoding: binary, as: UTF8.self)
  }
}

extension UUID: PostgresScalar {
  package static var typeOID: UInt32 { 2950 }
  package static var arrayOID: UInt32 { 2951 }
  package func encode(into bytes: inout [UInt8]) {
    withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) }
  }
  package init?(binary: UnsafeRawBufferPointer) {
    guard binary.count == 16 else { return nil }
    self.init(uuid: binary.loadUnaligned(as: uuid_t.self))
  }
}

/// JSON as text, for columns of type `json`.
package struct JSONText: PostgresScalar, Hashable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static var typeOID: UInt32 { 114 }
  package static var arrayOID: UInt32 { 199 }
  package func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: text.utf8) }
  package init?(binary: UnsafeRawBufferPointer) {
    text = String(decoding: binary, as: UTF8.self)
  }
}

/// A `timestamptz` in milliseconds; finer fractions are rounded down. A time that PostgreSQL cannot
/// count in microseconds is encoded as infinity.
package struct PostgresTimestamp: PostgresScalar, Hashable {
  /// The milliseconds from 1970-01-01 to 2000-01-01, from which PostgreSQL counts microseconds.
  private static let epoch: Int64 = 946_684_800_000

  package let millisecondsSince1970: Int64

  package init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  package static var typeOID: UInt32 { 1184 }
  package static var arrayOID: UInt32 { 1185 }
  package func encode(into bytes: inout [UInt8]) {
    let (milliseconds, underflow) = millisecondsSince1970.subtractingReportingOverflow(Self.epoch)
    let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
    let infinity = millisecondsSince1970 < 0 ? Int64.min : Int64.max
    (underflow || overflow ? infinity : microseconds).encodeBigEndian(into: &bytes)
  }
  package init?(binary: UnsafeRawBufferPointer) {
    guard let microseconds = Int64(bigEndian: binary) else { return nil }
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000)
    millisecondsSince1970 = quotient - (remainder < 0 ? 1 : 0) + Self.epoch
  }
}
