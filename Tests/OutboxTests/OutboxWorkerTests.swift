import Foundation
import Ledger
import Outbox
import Synchronization
import TestSupport
import Testing

struct OutboxWorkerTests {
  private struct Broken: Error {}

  @Test func `a batch is performed concurrently, and done jobs are gone`() async throws {
    try await TestLedger.with { ledger in
      let count = 5
      try await ledger.queue.enqueue(
        (0..<count).map { TestLedger.job("\($0)") }, at: TestLedger.now)
      // Each job waits until all have begun.
      let (begun, bell) = AsyncStream.makeStream(of: Void.self)
      let waiting = Mutex(0)
      let handler = ScriptedHandler { _ in
        let isLast = waiting.withLock { number in
          number += 1
          return number == count
        }
        if isLast { bell.finish() }
        for await _ in begun {}
        return .done
      }
      // Lanes share a batch, so that one round may leave some jobs.
      var worked = 0
      let worker = ledger.worker([handler], places: 20)
      worked += try await worker.runOnce()
      #expect(worked == count)
      #expect(try await ledger.statuses() == [])
    }
  }

  @Test func `a job without a handler here is left to others`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.enqueue(TestLedger.job(.history, "1"), TestLedger.job(.status, "2"))
      let handler = ScriptedHandler([.status]) { _ in .done }
      #expect(try await ledger.worker([handler]).runOnce() == 1)
      #expect(try await ledger.statuses() == ["1 owed"])
    }
  }

  @Test func `poison is dead-lettered with its reason, and tried again on command`() async throws {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      let handler = ScriptedHandler { _ in .retry(reason: "indigestible") }
      let worker = ledger.worker([handler], at: { clock.now })
      try await ledger.enqueue(TestLedger.job("1"))
      for _ in 0..<32 {
        #expect(try await worker.runOnce() == 1)
        clock.move(.seconds(6 * 3_600))
      }
      #expect(try await ledger.statuses() == ["1 parked indigestible"])
      #expect(try await worker.runOnce() == 0)
      let others = try await ledger.queue.administration.retry(
        JobFilter(state: .parked, reason: "another"), at: clock.now)
      #expect(others == 0)
      #expect(
        try await ledger.queue.administration.retry(
          JobFilter(state: .parked, kind: .history), at: clock.now) == 1)
      #expect(try await ledger.statuses() == ["1 owed"])
      #expect(try await worker.runOnce() == 1)
    }
  }

  @Test func `a job that waits for the settings is never dead-lettered`() async throws {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      let handler = ScriptedHandler { _ in .configuration(reason: "wrong_key") }
      let worker = ledger.worker([handler], at: { clock.now })
      try await ledger.enqueue(TestLedger.job("1"))
      for _ in 0..<40 {
        #expect(try await worker.runOnce() == 1)
        #expect(try await worker.runOnce() == 0)
        clock.move(.seconds(900))
      }
      #expect(try await ledger.statuses() == ["1 owed wrong_key"])
    }
  }

  @Test func `what throws, or takes too long, failed for the moment`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.enqueue(TestLedger.job(.history, "1"), TestLedger.job(.status, "2"))
      let broken = ScriptedHandler([.history]) { _ in throw Broken() }
      let slow = ScriptedHandler([.status], timeLimit: .milliseconds(10)) { _ in
        try await Task.sleep(for: .seconds(600))
        return .done
      }
      #expect(try await ledger.worker([broken, slow]).runOnce() == 2)
      #expect(try await ledger.statuses() == ["1 owed failed", "2 owed time_limit"])
    }
  }

  @Test func `what has missed its deadline is not tried any more, and says so`() async throws {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      let handler = ScriptedHandler { _ in .again(at: clock.now + .seconds(60)) }
      let worker = ledger.worker([handler], at: { clock.now })
      let deadline = TestLedger.now + .seconds(120)
      try await ledger.enqueue(TestLedger.job(.consumption, "1", deadline: deadline))
      for _ in 0..<3 {
        _ = try await worker.runOnce()
        clock.move(.seconds(60))
      }
      #expect(handler.subjects == ["1", "1"])
      #expect(try await ledger.statuses() == ["1 parked missed"])
    }
  }

  @Test func `an answered consumption request stays visible for thirty days`() async throws {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      let worker = ledger.worker([ScriptedHandler { _ in .done }], at: { clock.now })
      try await ledger.enqueue(TestLedger.job(.consumption, "1"), TestLedger.job("2"))
      _ = try await worker.runOnce()
      #expect(try await ledger.statuses() == ["1 done"])
      try await ledger.enqueue(TestLedger.job(.consumption, "1"))
      #expect(try await ledger.statuses() == ["1 done"])
      clock.move(JobRetention.keepsFor)
      #expect(try await ledger.queue.retention.clean(at: clock.now).jobs == 0)
      clock.move(.milliseconds(1))
      #expect(try await ledger.queue.retention.clean(at: clock.now).jobs == 1)
      #expect(try await ledger.statuses() == [])
    }
  }

  @Test func `a running worker works until it is stopped`() async throws {
    try await TestLedger.with { ledger in
      let count = 40
      try await ledger.queue.enqueue(
        (0..<count).map { TestLedger.job("\($0)") }, at: TestLedger.now)
      let (done, bell) = AsyncStream.makeStream(of: Void.self)
      let handler = ScriptedHandler { _ in
        bell.yield()
        return .done
      }
      let worker = ledger.worker([handler], places: 3)
      let running = Task { try await worker.run() }
      var finished = 0
      for await _ in done {
        finished += 1
        if finished == count { break }
      }
      running.cancel()
      try await running.value
      #expect(Set(handler.subjects).count == count)
    }
  }

  @Test(arguments: [true, false])
  func `what a shutdown cuts short is due again at once, and was not tried`(
    isThrown: Bool
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.enqueue(TestLedger.job("1"))
      let (begun, bell) = AsyncStream.makeStream(of: Void.self)
      let slow = ScriptedHandler { _ in
        bell.finish()
        guard isThrown else {
          try? await Task.sleep(for: .seconds(600))
          return .retry(reason: "cancelled")  // as a question to Apple ends
        }
        try await Task.sleep(for: .seconds(600))
        return .done
      }
      let running = Task { try await ledger.worker([slow]).run() }
      for await _ in begun {}
      running.cancel()
      try await running.value
      #expect(try await ledger.statuses() == ["1 owed"])
      let next = ScriptedHandler { job in
        #expect(job.attempts == 1)
        return .done
      }
      #expect(try await ledger.worker([next]).runOnce() == 1)
    }
  }
}
