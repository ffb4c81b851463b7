import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

struct AppendTests {
  @Test func `every event comes back as it was written`() async throws {
    try await TestLedger.with { ledger in
      let seed = UInt64.random(in: 0...UInt64.max)
      var source = RandomEvents(seed: seed)
      let events = (0..<300).flatMap { _ in [source.next()] + source.nextMessage() }
      let appended = try await ledger.log.append(events.map { NewEvent($0) })
      for (event, outcome) in zip(events, appended.outcomes) {
        let stored = try await ledger.log.reading.event(outcome.id)?.event
        if outcome.isDuplicate {
          #expect(stored?.stream == event.stream, "seed \(seed)")
        } else {
          #expect(stored == event, "seed \(seed)")
          #expect(stored?.digest == event.digest, "seed \(seed)")
        }
      }
    }
  }

  @Test func `what was said once is stored once`() async throws {
    try await TestLedger.with { ledger in
      let fact = NewEvent(.chain(.transactionObserved(.june)))
      let first = try await ledger.log.append([fact, fact])
      let again = try await ledger.log.append([fact])
      let id = first.outcomes[0].id
      #expect(first.outcomes == [.stored(id), .duplicate(of: id)])
      #expect(again.outcomes == [.duplicate(of: id)])
      #expect(try await ledger.eventCount() == 1)
    }
  }

  @Test func `the first decision about a chain stands`() async throws {
    try await TestLedger.with { ledger in
      func owned(by account: AccountID) -> NewEvent {
        NewEvent(
          .chain(
            .chainOwned(
              ChainOwned(
                chain: TransactionFact.june.chain,
                account: AccountReference(.production, TestLedger.bundleID, account),
                decidedAt: TestLedger.now))))
      }
      let first = try await ledger.log.append([owned(by: "anna")])
      let second = try await ledger.log.append([owned(by: "ben")])
      #expect(second.outcomes == [.duplicate(of: first.outcomes[0].id)])
    }
  }

  @Test func `a log that was not created says what to do`() async throws {
    try await MigratedDatabase.with { pool, _ in
      let keyring = try Keyring(Keyring.generate(id: "k1"))
      let error = await #expect(throws: EventLogError.self) {
        _ = try await EventLog(pool, keyring: keyring)
      }
      #expect(error?.description.contains("daicho migrate") == true)
    }
  }
}

extension TransactionFact {
  static let june = TransactionFact.subscription(
    "2000", from: Instant(day: "2026-06-01"), to: Instant(day: "2026-07-01"))
}
