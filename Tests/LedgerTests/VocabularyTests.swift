import AppStoreSimulator
import Foundation
import Ledger
import Testing

struct VocabularyTests {
  @Test func `an account that is a UUID is the same in either case`() {
    let token: AccountID = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
    #expect(AccountID("6F9619FF-8B86-4D01-B42D-00CF4FC964FF") == token)
    #expect(AccountID("Player-One") != AccountID("player-one"))
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `references to accounts are in the order of their texts`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let first = (random.next(), random.next())
    // The second one differs in one byte or in none.
    var second = first
    withUnsafeMutableBytes(of: &second) { bytes in
      bytes[Int.random(in: 0..<16, using: &random)] ^= UInt8.random(in: 0...3, using: &random) << 6
    }
    let keys = [first, second].map { bytes in
      withUnsafeBytes(of: bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
    let (left, right) = (AccountReference(key: keys[0]), AccountReference(key: keys[1]))
    #expect((left < right) == (keys[0].uuidString < keys[1].uuidString))
    #expect((right < left) == (keys[1].uuidString < keys[0].uuidString))
  }

  @Test func `a position token comes back as it was, and rubbish is none`() {
    let position = Position([1: 17, 3: 2])
    #expect(Position(position.description) == position)
    #expect(Position("0") == Position())
    for rubbish in ["", "1", "1.2_1.3", "1.-2", "a.b", "1.2_"] {
      #expect(Position(rubbish) == nil, "\(rubbish)")
    }
  }

  @Test func `moments are written with milliseconds and read with or without`() {
    #expect(Instant("2026-01-31T09:00:00Z")?.description == "2026-01-31T09:00:00.000Z")
    #expect(Instant("2026-01-31T09:00:00.123Z")?.milliseconds == 1_769_850_000_123)
    #expect(Instant("yesterday") == nil)
  }
}
