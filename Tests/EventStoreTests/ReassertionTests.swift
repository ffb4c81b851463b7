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

  @Test(arguments: [
    ("schema_version = 9", StoredEventError.unknownSchemaVersion(9)),
    ("type = 999", StoredEventError.unknownType(999)),
  ])
  func `what reasserts an unreadable event names that event`(
    damage: String, reason: StoredEventError
  ) async throws {
    try await TestLedger.with { ledger in
      let first = try await append(.june, to: ledger)
      let again = try await append(
        TransactionFact.june.asserted(at: Instant(day: "2026-06-02")), to: ledger)
      try await ledger.script(
        """
        begin; set local session_replication_role = replica;
        update event set \(damage) where position = \(first.id.position); commit
        """)
      let items = try await LenientReader(ledger.log).page(
        lane: first.id.lane, after: 0, limit: 10)
      let unreadable = items.compactMap { item in
        if case .failure(let event) = item { event } else { nil }
      }
      #expect(unreadable.map(\.id) == [first.id, again.id])
      #expect(unreadable.map(\.reason) == [reason, .reasserted(first.id, reason)])
      let told = unreadable.last?.description ?? ""
      #expect(told.contains("reasserts event \(first.id), which cannot be read: \(reason)"))
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
