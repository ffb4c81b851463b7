import EventStore
import Ledger
import Projections
import TestSupport
import Testing

/// The columns that a comparison with a replay names.
struct DamagedColumnTests {
  @Test(arguments: [
    ("update tenure_chain set app_transaction_id = '7'", "app_transaction_id"),
    ("update service_period set ends_at = ends_at + interval '1 day'", "ends_at"),
    ("update service_period set product = 'com.example.year'", "product"),
    ("update commission_line set rate = 0", "rate"),
    ("update commission_line set learnt_at = learnt_at + interval '1 day'", "learnt_at"),
    ("update commission_line set because_position = 9", "because_position"),
    ("update commission_line set because_lane = 9", "because_lane"),
    ("update journal_entry set because_lane = 9", "because_lane"),
    ("update commission_customer set name = '8'", "name"),
    ("update commission_customer set is_chain = not is_chain", "is_chain"),
    ("update commission_customer set subscription_group = 'other'", "subscription_group"),
    ("update journal_entry set service_end = service_end + interval '1 day'", "service_end"),
    ("update journal_entry set saved = saved + 5", "saved"),
  ])
  func `are spelled as the schema spells them`(damage: String, column: String) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000", of: "77").events(2))
      try await ledger.project()
      try await ledger.verifyReplays()
      try await ledger.damage(damage)
      let error = await #expect(throws: BrokenPromise.self) { try await ledger.verifyReplays() }
      #expect(error?.finding == "differs from a replay in \(column)")
    }
  }

  @Test func `a column with a value that cannot be read is named, and not counted`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2))
      try await ledger.project()
      try await ledger.damage("update commission_line set reason = 'nothing'")
      let error = await #expect(throws: BrokenPromise.self) { try await ledger.verifyReplays() }
      #expect(
        error?.finding == "a row cannot be read, column reason: there is no such reason")
    }
  }
}
