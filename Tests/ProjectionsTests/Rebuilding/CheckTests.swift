import EventStore
import Ledger
import Projections
import TestSupport
import Testing

/// Checks without anything to compare.
struct CheckTests {
  @Test func `live projections that have read nothing are left alone, and nothing is compared`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2))
      await #expect(throws: RebuildError.nothingToCompare) {
        try await ledger.rebuild().check()
      }
      #expect(try await ledger.count("select count(*) from chain") == 0)
      #expect(try await ledger.generations().allSatisfy { !$0.hasSuffix("next") })
      try await ledger.project()
      #expect(try await ledger.rebuild().check().isEmpty)
    }
  }

  @Test func `a log without events has no row to compare`() async throws {
    try await TestLedger.with { ledger in
      let found = try await ledger.rebuild().check()
      #expect(found.isEmpty && found.rows == 0)
    }
  }
}
