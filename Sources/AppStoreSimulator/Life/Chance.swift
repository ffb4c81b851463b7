import Foundation

/// What is left to chance in a simulated year, and the numbers Apple counts up.
struct Chance: Sendable {
  private var generator: SplitMix64
  private var lastTransaction: Int64

  /// Years of different seeds have no transaction id in common, up to a thousand million each.
  init(seed: UInt32) {
    generator = SplitMix64(seed: UInt64(seed))
    lastTransaction = 200_000_000_000_000 + Int64(seed) * 1_000_000_000
  }

  mutating func happens(percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &generator)
  }

  /// One of several, of which there is at least one, as often as its weight says.
  mutating func pick<Choice>(_ choices: [(Choice, weight: Int)]) -> Choice {
    var left = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &generator)
    for (choice, weight) in choices {
      if left < weight { return choice }
      left -= weight
    }
    preconditionFailure("the weights add up to more than was drawn")
  }

  mutating func transactionID() -> String {
    lastTransaction += 1
    return String(lastTransaction)
  }

  /// A random UUID in lower case, as Apple writes them.
  mutating func uuid() -> String {
    var bytes = withUnsafeBytes(of: (generator.next(), generator.next())) { Array($0) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      .uuidString.lowercased()
  }
}
