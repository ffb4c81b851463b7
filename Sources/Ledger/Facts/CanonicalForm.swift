package import Foundation

/// The canonical bytes of a fact for digests: tagged fields in ascending order, without absent
/// ones.
///
/// A field added later gets a new tag, so that the digests of older facts do not change.
package struct CanonicalForm {
  package private(set) var bytes: [UInt8] = []

  package init(_ kind: UInt8) {
    bytes.reserveCapacity(384)
    bytes.append(kind)
  }

  package mutating func add(_ tag: UInt8, _ text: String?) {
    guard let text else { return }
    let content = Array(text.utf8)
    add(tag, count: content.count)
    bytes.append(contentsOf: content)
  }

  package mutating func add(_ tag: UInt8, _ name: (some Identifier)?) {
    add(tag, name?.rawValue)
  }

  package mutating func add(_ tag: UInt8, _ number: Int64?) {
    guard let number else { return }
    add(tag, count: 8)
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func add(_ tag: UInt8, _ number: Int32?) {
    add(tag, number.map(Int64.init))
  }

  package mutating func add(_ tag: UInt8, _ moment: Instant?) {
    add(tag, moment?.milliseconds)
  }

  package mutating func add(_ tag: UInt8, _ flag: Bool?) {
    add(tag, flag.map { $0 ? Int64(1) : 0 })
  }

  package mutating func add(_ tag: UInt8, _ id: UUID?) {
    guard let id else { return }
    add(tag, count: 16)
    withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) }
  }

  /// Appends the kind of a group: 0 silent, 1 absent, 2 present. Its fields follow under their own
  /// tags.
  package mutating func add<Value>(_ tag: UInt8, group: Asserted<Value>) {
    switch group {
    case .silent: add(tag, Int64(0))
    case .absent: add(tag, Int64(1))
    case .present: add(tag, Int64(2))
    }
  }

  package var digest: Digest { Digest(of: bytes) }

  private mutating func add(_ tag: UInt8, count: Int) {
    bytes.append(tag)
    withUnsafeBytes(of: UInt32(count).bigEndian) { bytes.append(contentsOf: $0) }
  }
}
