import Foundation

/// A value that is written as it is.
struct SingleStateEncoding: SingleValueEncodingContainer {
  let encoder: StateEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil() throws { throw StateCodingError.nothing }
  func encode(_ value: Bool) { encoder.write(number: value ? 1 : 0) }
  func encode(_ value: String) { encoder.write(text: value) }
  func encode(_ value: Double) throws { throw StateCodingError.floatingPoint }
  func encode(_ value: Float) throws { throw StateCodingError.floatingPoint }
  func encode(_ value: Int) { encoder.write(number: value) }
  func encode(_ value: Int8) { encoder.write(number: value) }
  func encode(_ value: Int16) { encoder.write(number: value) }
  func encode(_ value: Int32) { encoder.write(number: value) }
  func encode(_ value: Int64) { encoder.write(number: value) }
  func encode(_ value: UInt) { encoder.write(number: value) }
  func encode(_ value: UInt8) { encoder.write(number: value) }
  func encode(_ value: UInt16) { encoder.write(number: value) }
  func encode(_ value: UInt32) { encoder.write(number: value) }
  func encode(_ value: UInt64) { encoder.write(number: value) }
  func encode(_ value: some Encodable) throws { try encoder.write(value) }
}
