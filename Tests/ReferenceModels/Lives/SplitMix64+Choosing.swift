package import AppStoreSimulator

extension SplitMix64 {
  /// Returns a number of `range`, including its ends.
  package mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// Returns true once in so many times.
  package mutating func chance(_ times: UInt64) -> Bool { next() % times == 0 }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(next() % UInt64(elements.count))]
  }
}
