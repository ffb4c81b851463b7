import Ledger

/// A packing of small values into two bits each, lowest first.
struct Packing {
  private(set) var bits: Int16
  private var shift: Int16 = 0

  init(_ bits: Int16 = 0) {
    self.bits = bits
  }

  mutating func pack<Value>(_ group: Asserted<Value>) {
    switch group {
    case .silent: pack(0)
    case .absent: pack(1)
    case .present: pack(2)
    }
  }

  mutating func pack(_ flag: Bool?) {
    pack(flag.map { $0 ? 2 : 1 } ?? 0)
  }

  mutating func group<Value>(_ value: Value?) throws(StoredEventError) -> Asserted<Value> {
    switch unpack() {
    case 0: return .silent
    case 1: return .absent
    default:
      guard let value else { throw .incomplete("a group asserted as present has no value") }
      return .present(value)
    }
  }

  mutating func flag() -> Bool? {
    switch unpack() {
    case 0: nil
    case 1: false
    default: true
    }
  }

  private mutating func pack(_ value: Int16) {
    bits |= value << shift
    shift += 2
  }

  private mutating func unpack() -> Int16 {
    defer { shift += 2 }
    return (bits >> shift) & 3
  }
}
