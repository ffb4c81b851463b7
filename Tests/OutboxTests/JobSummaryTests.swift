import EventStore
import Ledger
import Outbox
import TestSupport
import Testing

/// The outbox as the person on call counts and hurries it.
struct JobSummaryTests {
  @Test func `jobs are counted by state, kind and reason, with the oldest of each`() async throws {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      try await ledger.enqueue(TestLedger.job(.history, "1"), TestLedger.job(.history, "2"))
      try await ledger.enqueue(TestLedger.job(.status, "3"))
      let handler = ScriptedHandler([.history]) { _ in .configuration(reason: "apple_status_401") }
      _ = try await ledger.worker([handler], at: { clock.now }).runOnce()
      let jobs = ledger.queue.administration
      let groups = try await jobs.summary()
      #expect(groups.map(\.kind) == [.history, .status])
      #expect(groups.map(\.reason) == ["apple_status_401", nil])
      #expect(groups.map(\.count) == [2, 1])
      // What waits for corrected settings counts no attempt.
      #expect(groups.map(\.attemptsMax) == [0, 0])
      #expect(groups[0].nextDueAt > clock.now)
      let listed = try await jobs.list(reason: "apple_status_401", limit: 9).jobs.map(\.subject)
      #expect(Set(listed) == ["1", "2"])
      #expect(try await jobs.list(app: "com.example.other", limit: 9).jobs.isEmpty)
    }
  }

  @Test(arguments: [
    (JobFilter(reason: "apple_status_401"), 2), (JobFilter(kind: .history), 2),
    (JobFilter(state: .parked), 1), (JobFilter(app: "com.example.game"), 3),
    (JobFilter(reason: "another"), 0), (JobFilter(app: "com.example.other"), 0),
    (JobFilter(state: .owed, kind: .status), 0),
  ])
  func `jobs that wait after a failure are hurried in bulk`(filter: JobFilter, count: Int)
    async throws
  {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      try await ledger.enqueue(TestLedger.job(.history, "1"), TestLedger.job(.history, "2"))
      let handler = ScriptedHandler([.history]) { _ in .configuration(reason: "apple_status_401") }
      let worker = ledger.worker([handler], at: { clock.now })
      #expect(try await worker.runOnce() == 2)
      #expect(try await worker.runOnce() == 0)
      let jobs = ledger.queue.administration
      // A job that was not attempted yet needs no hurry, and a dead-lettered one is retried as well.
      try await ledger.enqueue(TestLedger.job(.status, "3"), TestLedger.job(.status, "4"))
      let parked = TestLedger.job(.status, "4")
      #expect(try await jobs.park(parked.id, reason: "later", at: clock.now))
      #expect(try await jobs.retry(filter, at: clock.now) == count)
      let isHurried = filter.state != .parked && count >= 2
      #expect(try await worker.runOnce() == (isHurried ? 2 : 0))
    }
  }
}
