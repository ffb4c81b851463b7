import Ledger
import Testing

struct VocabularyTests {
  @Test func `an account that is a UUID is the same in either case`() {
    let token: AccountID = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
    #expect(AccountID("6F9619FF-8B86-4D01-B42D-00CF4FC964FF") == token)
    #expect(AccountID("Player-One") != AccountID("player-one"))
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
