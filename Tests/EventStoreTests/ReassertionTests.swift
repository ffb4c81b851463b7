import EventStore
import Foundation
import Ledger
import TestSupport
import Testing

struct ReassertionTests {
  private let evidence = Evidence(Array("signed".utf8))

  private func append(
    _ fact: TransactionFact, to ledger: TestLedger
  ) async throws -> Appended.Outcome {
    try await ledger.log.append(
      [NewEvent(.chain(.transactionObserved(fact)), evidence: evidence)]
    ).outcomes[0]
  }

  @Test func `a copy of another moment is a narrow event that reads as the whole fact`()
    async throws
  {
    try await TestLedger.with { ledger in
      let first = try await append(.june, to: ledger)
      let later = TransactionFact.june.asserted(at: Instant(day: "2026-06-02"))
      let again = try await append(later, to: ledger)
      #expect(again == .reasserted(again.id))
      #expect(again.isDuplicate)
      let stored = try #require(try await ledger.log.reading.event(again.id))
      #expect(stored.event == .chain(.transactionObserved(later)))
      #expect(stored.reasserts == first.id)
      #expect(stored.evidence == nil)
      #expect(try await ledger.count("select count(*) from evidence") == 1)
    }
  }

  @Test func `the same copy twice is a duplicate of its own`() async throws {
    try await TestLedger.with { ledger in
      _ = try await append(.june, to: ledger)
      let later = TransactionFact.june.asserted(at: Instant(day: "2026-06-02"))
      let again = try await append(later, to: ledger)
      #expect(try await append(later, to: ledger) == .duplicate(of: again.id))
      #expect(try await append(.june, to: ledger).isDuplicate)
      #expect(try await ledger.eventCount() == 2)
    }
  }

  @Test func `an older copy counts too, whichever came first`() async throws {
    try await TestLedger.with { ledger in
      let later = TransactionFact.june.asserted(at: Instant(day: "2026-06-02"))
      _ = try await append(later, to: ledger)
      let older = try await append(.june, to: ledger)
      #expect(older == .reasserted(older.id))
      #expect(
        try await ledger.log.reading.event(older.id)?.event == .chain(.transactionObserved(.june)))
    }
  }

  @Test func `copies within one batch are distinguished`() async throws {
    try await TestLedger.with { ledger in
      let later = TransactionFact.june.asserted(at: Instant(day: "2026-06-02"))
      let outcomes = try await ledger.log.append(
        [TransactionFact.june, later, .june, later].map {
          NewEvent(.chain(.transactionObserved($0)))
        }
      ).outcomes
      let (first, second) = (outcomes[0].id, outcomes[1].id)
      #expect(
        outcomes == [
          .stored(first), .reasserted(second), .duplicate(of: first), .duplicate(of: second),
        ])
    }
  }

  @Test func `other content is another fact`() async throws {
    try await TestLedger.with { ledger in
      _ = try await append(.june, to: ledger)
      let extended = TransactionFact.subscription(
        "2000", from: Instant(day: "2026-06-01"), to: Instant(day: "2026-07-08"))
      let outcome = try await append(extended, to: ledger)
      #expect(outcome == .stored(outcome.id))
    }
  }
}
