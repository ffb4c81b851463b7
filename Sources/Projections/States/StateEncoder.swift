import Foundation
import Ledger

/// An encoder of states in the form of ``StoredState``.
///
/// A keyed value is a sequence of members: the number of the name, or 0 and the name as a member; the
/// length of the content; the content. An array is a sequence of lengths and contents. Numbers are
/// eight bytes or less, texts UTF-8. The length is one byte, or 255 and four bytes.
final class StateEncoder: Encoder {
  private(set) var bytes: [UInt8] = []
  /// The names that have no number.
  private(set) var spelled: Set<String> = []
  /// The places of the lengths of members that are being written, from the outermost.
  private var open: [Int] = []
  /// The assertions written so far: most fields of a transaction share one.
  private(set) var assertions: [Assertion] = []

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  var depth: Int { open.count }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedStateEncoding(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { StateArrayEncoding(encoder: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleStateEncoding(encoder: self)
  }

  /// Begins a member of a keyed value, after the members below a depth.
  func begin(_ name: String, at depth: Int) {
    end(to: depth)
    if let number = StateKeys.number(of: name) {
      bytes.append(number)
    } else {
      spelled.insert(name)
      bytes.append(0)
      beginContent()
      bytes += name.utf8
      end(to: depth)
    }
    beginContent()
  }

  /// Begins an element of an array, after the members below a depth.
  func begin(at depth: Int) {
    end(to: depth)
    beginContent()
  }

  /// Ends the members below a depth, and writes their lengths.
  func end(to depth: Int) {
    while open.count > depth {
      let place = open.removeLast()
      let length = bytes.count - place - 1
      if length < 255 {
        bytes[place] = UInt8(length)
      } else {
        bytes[place] = 255
        bytes.insert(
          contentsOf: withUnsafeBytes(of: UInt32(length).bigEndian, Array.init), at: place + 1)
      }
    }
  }

  func write(number value: some FixedWidthInteger) {
    var value = Int64(value)
    // The bytes from the lowest, without those that repeat the sign.
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: value))
      let isWhole = value == (value << 56) >> 56
      value >>= 8
      if isWhole { return }
    } while true
  }

  func write(text: String) { bytes += text.utf8 }

  func write<Value: Encodable>(_ value: Value) throws {
    if Value.self == Assertion.self, let value = value as? Assertion {
      write(number: index(of: value))
    } else if Value.self == Digest.self, let value = value as? Digest {
      bytes += value.bytes
    } else if Value.self == UUID.self, let value = value as? UUID {
      withUnsafeBytes(of: value.uuid) { bytes += $0 }
    } else {
      try value.encode(to: self)
    }
  }

  private func index(of assertion: Assertion) -> Int {
    if let index = assertions.firstIndex(of: assertion) { return index }
    assertions.append(assertion)
    return assertions.count - 1
  }

  private func beginContent() {
    open.append(bytes.count)
    bytes.append(0)
  }
}
