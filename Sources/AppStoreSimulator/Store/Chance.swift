import Foundation

/// A source of random decisions, the same for the same seed.
struct Chance: Sendable {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// Creates the source for one decision about the thing of a name.
  init(seed name: String, mixedWith seed: UInt64 = 0) {
    let hash = name.utf8.reduce(14_695_981_039_346_656_037) { (hash: UInt64, byte) in
      (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    self.init(seed: seed ^ hash)
  }

  mutating func happens(percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &generator)
  }

  /// Returns a random choice; nil if there are no choices.
  mutating func one<Choice>(of choices: [Choice]) -> Choice? {
    choices.randomElement(using: &generator)
  }

  /// Returns a choice drawn by weight. There must be at least one choice.
  mutating func pick<Choice>(_ choices: [(Choice, weight: Int)]) -> Choice {
    var left = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &generator)
    for (choice, weight) in choices {
      if left < weight { return choice }
      left -= weight
    }
    preconditionFailure("the weights add up to more than was drawn")
  }

  /// Returns a random UUID in lower case, as Apple writes UUIDs.
  mutating func uuid() -> String {
    var bytes = withUnsafeBytes(of: (generator.next(), generator.next())) { Array($0) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      .uuidString.lowercased()
  }
}

/// A small random number generator that yields the same numbers for the same seed on every
/// platform.
///
/// Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
