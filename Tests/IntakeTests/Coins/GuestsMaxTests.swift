import Intake
import Ledger
import TestSupport
import Testing

/// The number of guests that one account may take.
struct GuestsMaxTests: MergeCase {
  @Test func `twenty fit unless the app says otherwise, and an undo makes room`() async throws {
    try await TestLedger.with { ledger in
      func merge(_ number: Int) async throws -> MergeRejection? {
        Self.rejection(
          try await Self.merge(
            AccountID("guest-\(number)"), key: IdempotencyKey("merge-\(number)"),
            by: ledger.intake))
      }
      for number in 1...20 {
        let rejection = try await merge(number)
        #expect(rejection == nil, "guest \(number)")
      }
      #expect(try await merge(21) == .tooManyGuests(max: 20))
      // The first answer of a merge that stands is repeated, and counts no guest.
      #expect(try await merge(20) == nil)
      #expect(Self.rejection(try await Self.undo("guest-7", by: ledger.intake)) == nil)
      #expect(try await merge(21) == nil)
    }
  }
}
