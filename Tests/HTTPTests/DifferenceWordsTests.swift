import Ledger
import Logging
import Projections
import TestSupport
import Testing

@testable import HTTP

/// The words that tell what a check found different.
struct DifferenceWordsTests {
  private static func check(_ ledger: TestLedger) async throws -> [String] {
    let rebuild = Rebuild(pool: ledger.pool, log: ledger.log, logger: Logger(label: "test"))
    return DifferencesBody(try await rebuild.check()).lines
  }

  @Test func `a state that differs is told by its fields and its money, and not by its bytes`()
    async throws
  {
    try await TestLedger.with(lanes: 1) { ledger in
      var dear = PaidMonths("4000")
      (dear.price, dear.currency) = (19_990, "USD")
      try await ledger.record(PaidMonths("3000").events(1) + dear.events(1))
      try await ledger.project()
      try await ledger.script(
        """
        update chain_transaction
        set state = (select state from chain_transaction order by transaction_id limit 1)
        """)
      let lines = try await Self.check(ledger)
      let line = try #require(lines.first { $0.contains("state of transaction 4000100") })
      #expect(line.contains("price 9.99 EUR → 19.99 USD"), "\(line)")
      #expect(line.contains("currency EUR → USD"), "\(line)")
      #expect(!line.contains("bytes") && !line.contains("assertion"), "\(line)")
    }
  }

  @Test func `a state that cannot be read is told as such`() async throws {
    try await TestLedger.with(lanes: 1) { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      try await ledger.script("update chain_transaction set state = '\\x07'")
      let lines = try await Self.check(ledger)
      #expect(lines.contains { $0.contains("state 1 bytes that cannot be read → ") }, "\(lines)")
    }
  }

  @Test func `an empty ledger has nothing to compare`() async throws {
    try await TestLedger.with { ledger in
      let lines = try await Self.check(ledger)
      #expect(lines == ["There is nothing to compare: no row follows from the log yet."])
    }
  }
}
