import AppStoreSimulator
import Foundation
import Ledger

/// Random values from a seed, of which random events are made.
struct RandomValues {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func moment() -> Instant {
    Instant(milliseconds: .random(in: -62_135_769_600_000...4_102_444_800_000, using: &random))
  }

  mutating func number() -> Int32 { .random(in: 0...100_000, using: &random) }
  mutating func flip() -> Bool { .random(using: &random) }

  mutating func word() -> String {
    ["é\"台帳\\", "plain", "2000000883708980", ""].randomElement(using: &random)!
      + String(UInt8.random(in: 0...255, using: &random))
  }

  mutating func subtype() -> String { flip() ? "GRACE_PERIOD" : word() }

  mutating func uuid() -> UUID {
    let halves = (random.next(), random.next())
    return withUnsafeBytes(of: halves) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  mutating func maybe<Value>(_ make: (inout RandomValues) -> Value) -> Value? {
    flip() ? make(&self) : nil
  }

  mutating func group<Value>(
    _ make: (inout RandomValues) -> Value
  ) -> Asserted<Value> {
    switch number(in: 1...3) {
    case 1: .silent
    case 2: .absent
    default: .present(make(&self))
    }
  }
  mutating func account() -> AccountReference {
    AccountReference(.production, "com.example.game", AccountID(word()))
  }

  mutating func chain() -> ChainID {
    ChainID(flip() ? .production : .sandbox, OriginalTransactionID(word()))
  }

  mutating func offer() -> Offer {
    Offer(
      type: number(), identifier: maybe { $0.word() }, discountType: maybe { $0.word() },
      period: maybe { $0.word() })
  }

  mutating func revocation() -> Revocation {
    Revocation(
      date: moment(), reason: maybe { $0.number() }, type: maybe { $0.word() },
      percentage: maybe { $0.number() })
  }

  mutating func trust() -> Trust {
    [.sharedSecret, .receipt, .signed].randomElement(using: &random) ?? .signed
  }

  mutating func number<Value: FixedWidthInteger>(in range: ClosedRange<Value>) -> Value {
    .random(in: range, using: &random)
  }

  mutating func element<Element>(of elements: [Element]) -> Element {
    elements.randomElement(using: &random)!
  }
}
