import AppStoreSimulator
import Foundation
import Ledger
import Outbox
import Postgres
import TestSupport
import Testing

struct LeaseTests {
  @Test func `a job enqueued twice is pending once, as early as either wants it`() async throws {
    try await TestLedger.with { ledger in
      let later = TestLedger.now + .seconds(60)
      try await ledger.enqueue(
        TestLedger.job("1", due: later), TestLedger.job("2", due: later),
        TestLedger.job("1", due: later + .seconds(60)))
      try await ledger.enqueue(TestLedger.job("2"), TestLedger.job(.status, "2", due: later))
      #expect(try await ledger.lease().map(\.subject) == ["2"])
      #expect(try await ledger.lease(at: later).map(\.subject).sorted() == ["1", "2"])
      try await ledger.age(by: .seconds(60))
      #expect(try await ledger.lease(at: later).count == 3)
    }
  }

  @Test func `an unsettled lease comes back, and its holder settles in vain`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.enqueue(TestLedger.job("1"))
      let dead = try #require(try await ledger.lease(lasting: .seconds(3_600)).first)
      #expect(dead.attempts == 1)
      try await ledger.age(by: .seconds(3_000))
      #expect(try await ledger.lease().isEmpty)
      try await ledger.age(by: .seconds(600))
      let heir = try #require(try await ledger.lease().first)
      #expect(heir.attempts == 2)
      try await ledger.queue.leases.settle(dead, .done, at: TestLedger.now)
      try await ledger.queue.leases.settle(
        dead, .park(reason: "late", attempts: 1), at: TestLedger.now)
      #expect(try await ledger.statuses() == ["1 owed"])
      try await ledger.queue.leases.settle(heir, .done, at: TestLedger.now)
      #expect(try await ledger.statuses() == [])
    }
  }

  @Test func `a process whose clock is ahead takes no job that another has leased`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.enqueue(TestLedger.job("1", for: "anna"))
      #expect(try await ledger.lease(lasting: .seconds(3_600)).count == 1)
      let ahead = Instant(Date()) + .seconds(86_400)
      #expect(try await ledger.lease(at: ahead).isEmpty)
      let worker = ledger.worker([ScriptedHandler { _ in .done }], at: { ahead })
      #expect(try await worker.runOnce() == 0)
      let names: Set<AccountReference> = [TestLedger.player("anna")]
      #expect(try await worker.workOff(names, limit: 9, within: .seconds(1)).isEmpty)
    }
  }

  @Test func `two workers never have one job at once`() async throws {
    try await TestLedger.with { ledger in
      let count = 60
      try await ledger.queue.enqueue(
        (0..<count).map { TestLedger.job("\($0)", for: AccountID("player \($0 % 7)")) },
        at: TestLedger.now)
      let leased = try await withThrowingTaskGroup(of: [Job].self) { group in
        for _ in 0..<6 {
          group.addTask {
            var mine: [Job] = []
            for _ in 0..<count {
              let some = try await ledger.lease(3)
              mine += some
              if mine.count >= count { break }
            }
            return mine
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(leased.count == count)
      #expect(Set(leased.map(\.id)).count == count)
    }
  }

  @Test func `what is asked for again while it is worked on is done again`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.enqueue(TestLedger.job("1"))
      let first = try #require(try await ledger.lease().first)
      try await ledger.enqueue(TestLedger.job("1"))
      try await ledger.queue.leases.settle(first, .done, at: TestLedger.now)
      let second = try #require(try await ledger.lease().first)
      #expect(second.attempts == 1)
      try await ledger.queue.leases.settle(second, .done, at: TestLedger.now)
      #expect(try await ledger.statuses() == [])
    }
  }

  @Test func `a dead letter stays one, even if it is enqueued again`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.enqueue(TestLedger.job("1"))
      let job = try #require(try await ledger.lease().first)
      try await ledger.queue.leases.settle(
        job, .park(reason: "unknown", attempts: 1), at: TestLedger.now)
      try await ledger.enqueue(TestLedger.job("1"))
      #expect(try await ledger.statuses() == ["1 parked unknown"])
      #expect(try await ledger.lease().isEmpty)
    }
  }

  @Test func `no outward job is leased while a restored ledger is paused`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.enqueue(
        TestLedger.job(.finish, "1"), TestLedger.job(.consumption, "2"),
        TestLedger.job(.history, "3", for: "anna"), TestLedger.job(.finish, "4", for: "anna"))
      try await ledger.hold("now()")
      let names: Set<AccountReference> = [TestLedger.player("anna")]
      let own = try await ledger.queue.leases.lease(
        Set(JobKind.allCases), of: names, limit: 9, lasting: .seconds(60))
      #expect(own.map(\.subject) == ["3"])
      try await ledger.queue.leases.settle(
        own[0], .wait(until: TestLedger.now, attempts: 0, reason: nil), at: TestLedger.now)
      #expect(try await ledger.lease().map(\.subject) == ["3"])
      try await ledger.hold("null")
      #expect(try await ledger.lease().map(\.subject).sorted() == ["1", "2", "4"])
    }
  }
}

extension TestLedger {
  /// Moves the ends of all leases back, as if so much time had passed.
  fileprivate func age(by duration: Duration) async throws {
    try await owner.withConnection { connection in
      _ = try await connection.query(
        Statement(
          unsafeSQL: """
            update job set leased_until = leased_until - $1::bigint * interval '1 millisecond'
            """), duration.milliseconds)
    }
  }

  fileprivate func hold(_ moment: String) async throws {
    try await owner.withConnection { connection in
      _ = try await connection.query(
        Statement(unsafeSQL: "update installation set paused_since = \(moment)"))
    }
  }
}
