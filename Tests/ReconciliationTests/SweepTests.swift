import AppStore
import AppStoreSimulator
import Foundation
import Intake
import Ledger
import Reconciliation
import Synchronization
import TestSupport
import Testing

struct SweepTests {
  /// Returns the sum of all counts of sweeps.
  private func count(_ sweeps: [Sweep]?) throws -> ReconciliationCount {
    try #require(sweeps).map(\.count).reduce(ReconciliationCount(), +)
  }

  @Test func `ingests everything lost, and then knows that nothing is missing`() async throws {
    try await OpenStore.with(settling: 12) { store in
      try await store.advance(to: TestLedger.now)
      let told = Int64(await store.told)
      #expect(told > 40)
      let before = try #require(try await store.status())
      #expect(!before.isComplete && before.completeness == 0)

      let first = try count(try await store.parts.sweeper.sweepWhatIsDue(of: store.store))
      #expect(first.expected == told && first.repaired == told && first.rejected == 0)
      let after = try #require(try await store.status())
      #expect(after.isComplete && after.completeness == 100 && after.gaps == [])
      #expect(after.notifications == first)

      let again = try count(
        try await store.parts.sweeper.sweep(lastDays: 180, of: store.store))
      #expect(again.expected == told && again.present == told)
    }
  }

  @Test func `reaches back as far as Apple lets it, whose clock may be ahead`() async throws {
    try await OpenStore.with(settling: 12) { store in
      try await store.advance(to: TestLedger.now)
      try await store.simulation.advance(to: (TestLedger.now + .seconds(900)).milliseconds)
      _ = try await store.parts.sweeper.sweepWhatIsDue(of: store.store)
      #expect(try #require(try await store.status()).isComplete)
    }
  }

  @Test func `whose beginning Apple has forgotten meanwhile is planned again`() async throws {
    try await OpenStore.with(settling: 12, days: 200) { store in
      let (sweeper, front) = (store.parts.sweeper, store.store)
      try await store.advance(to: TestLedger.now + .seconds(-175 * 86_400))
      var failing = Misbehavior()
      failing.serverAPI.failingPercent = 100
      await store.simulation.misbehave(failing)
      await #expect(throws: ServerAPIError.self) {
        _ = try await sweeper.sweep(lastDays: 10, of: front)
      }
      await store.simulation.misbehave(Misbehavior())
      try await store.advance(to: TestLedger.now)
      let done = try #require(try await sweeper.sweepWhatIsDue(of: front))
      #expect(Coverage(done.map(\.window)).windows.count == 1)
      #expect(try #require(try await store.status()).isComplete)
    }
  }

  @Test func `in the sandbox reaches back 30 days, and then nothing is missing`() async throws {
    try await OpenStore.with(settling: 12, in: .sandbox) { store in
      try await store.advance(to: TestLedger.now)
      let oldest = TestLedger.now.milliseconds - (30 * 86_400 - 3_600) * 1_000
      let told = Int64(
        await store.simulation.withWorld { world in
          world.notifications.count { $0.signedDate >= oldest }
        })
      let all = await store.told
      #expect(told > 5 && all > told)
      let first = try count(try await store.parts.sweeper.sweepWhatIsDue(of: store.store))
      #expect(first.expected == told && first.repaired == told)
      let status = try #require(try await store.status())
      #expect(status.days == 30 && status.isComplete && status.completeness == 100)

      let again = try count(
        try await store.parts.sweeper.sweep(lastDays: 180, of: store.store))
      #expect(again.present == told && again.missing == 0)
    }
  }

  @Test(arguments: [(StoreEnvironment.production, 170), (.sandbox, 20)])
  func `where Apple refuses to go as far back, reads what it gives, and is complete with it`(
    environment: StoreEnvironment, days: Int
  ) async throws {
    try await OpenStore.with(settling: 12, in: environment) { store in
      try await store.advance(to: TestLedger.now)
      // Apple's clock is ten days ahead, so that it refuses the oldest ten days of the ledger.
      let ahead = TestLedger.now + .seconds(10 * 86_400)
      try await store.simulation.advance(to: ahead.milliseconds)
      let sweeper = store.parts.sweeper
      let read = try #require(try await sweeper.sweepWhatIsDue(of: store.store))
      #expect(Coverage(read.map(\.window)).windows.count == 1)
      let status = try #require(try await store.status())
      #expect(status.days == days && status.isComplete)

      #expect(try await sweeper.sweepWhatIsDue(of: store.store) == [])
      #expect(
        try await store.ledger.count("select count(*) from sweep where finished_at is null") == 0)

      store.clock.now = TestLedger.now + .seconds(86_400)
      let later = try #require(try await store.status())
      #expect(later.days > days, "after a day Apple is asked again")
      _ = try await sweeper.sweepWhatIsDue(of: store.store)
      let learned = try #require(try await store.status())
      #expect(learned.days == days + 1 && learned.isComplete)
    }
  }

  @Test func `waits out Apple's failures where it may, and not for ever`() async throws {
    try await OpenStore.with(settling: 12, days: 9) { store in
      try await store.advance(to: TestLedger.now)
      var failing = Misbehavior()
      failing.serverAPI.failingPercent = 100
      await store.simulation.misbehave(failing)
      let (sweeper, front, simulation) = (store.parts.sweeper, store.store, store.simulation)
      // The client that spares a failing host goes by the real clock.
      let now: @Sendable () -> Instant = { Instant(Date()) }
      let waits = Waits()
      let hopeless = Patience(limit: .seconds(60), rest: { waits.add($0) }, now: now)
      await #expect(throws: ServerAPIError.self) {
        _ = try await sweeper.sweepWhatIsDue(of: front, with: hopeless)
      }
      #expect(waits.all.count > 3 && waits.sum <= .seconds(60))

      await simulation.misbehave(Misbehavior())
      let told = Int64(await store.told)
      let waiting = Patience(
        limit: nil, rest: { _ in try await Task.sleep(for: .milliseconds(100)) }, now: now)
      let read = try await sweeper.sweep(lastDays: 10, of: front, with: waiting)
      #expect(try count(read).expected == told)
    }
  }

  @Test func `that was cut short goes on where it was`() async throws {
    struct Cut: Error {}
    try await OpenStore.with(settling: 60, days: 9) { store in
      try await store.advance(to: TestLedger.now)
      let told = Int64(await store.told)
      #expect(told > 20)
      let (sweeper, front) = (store.parts.sweeper, store.store)
      await #expect(throws: Cut.self) {
        _ = try await sweeper.sweep(lastDays: 10, of: front) { _ in throw Cut() }
      }
      #expect(try await store.ledger.eventCount() > 0)
      let done = try #require(try await sweeper.sweepWhatIsDue(of: front))
      let resumed = try #require(done.first)
      #expect(resumed.count.repaired == told && resumed.count.present == 0)
    }
  }

  @Test func `records what it cannot ingest, and goes on`() async throws {
    try await OpenStore.with(settling: 12) { store in
      try await store.advance(to: TestLedger.now)
      let told = Int64(await store.told)
      let strange = store.strangeParts.sweeper
      let rejected = try count(try await strange.sweep(lastDays: 180, of: store.store))
      #expect(rejected.rejected == told && rejected.repaired == 0)
      let status = try #require(try await store.status())
      #expect(status.rejected == ["environment_not_configured": told])
      #expect(!status.isComplete && status.completeness == 0)

      let mended = try count(try await store.parts.sweeper.sweep(lastDays: 180, of: store.store))
      #expect(mended.repaired == told)
      #expect(try #require(try await store.status()).isComplete)
    }
  }

  @Test func `is one process's at a time, until that says nothing for too long`() async throws {
    try await OpenStore.with(settling: 12, days: 9) { store in
      try await store.advance(to: TestLedger.now)
      let (sweeper, front) = (store.parts.sweeper, store.store)
      let found = Meanwhile()
      _ = try? await sweeper.sweep(lastDays: 10, of: front) { _ in
        found.isAlone = try await sweeper.sweepWhatIsDue(of: front) == nil
        // Another process's clock that is ahead ends no lease; the database's clock does.
        store.clock.now = TestLedger.now + Sweeper.silenceMax + .seconds(1)
        found.isAlone =
          try await sweeper.sweepWhatIsDue(of: front) == nil && found.isAlone
        let aged = try await store.ledger.count(
          """
          with aged as (
            update reconciler_lease set until = until - interval '121 seconds' returning 1)
          select count(*) from aged
          """)
        found.isTakenOver = try await sweeper.sweepWhatIsDue(of: front) != nil && aged == 1
      }
      #expect(found.isAlone && found.isTakenOver)
    }
  }

  @Test func `cut short by a shutdown is left to the next at once`() async throws {
    try await OpenStore.with(settling: 12, days: 9) { store in
      try await store.advance(to: TestLedger.now)
      let (sweeper, front) = (store.parts.sweeper, store.store)
      let (begun, bell) = AsyncStream.makeStream(of: Void.self)
      let sweeping = Task {
        try await sweeper.sweep(lastDays: 10, of: front) { _ in
          bell.finish()
          try await Task.sleep(for: .seconds(600))
        }
      }
      for await _ in begun {}
      sweeping.cancel()
      await #expect(throws: (any Error).self) { _ = try await sweeping.value }
      #expect(try await sweeper.sweepWhatIsDue(of: front) != nil)
    }
  }
}

/// The waits of a patience.
private final class Waits: Sendable {
  private let waits = Mutex<[Duration]>([])

  var all: [Duration] { waits.withLock(\.self) }
  var sum: Duration { all.reduce(.zero, +) }

  func add(_ wait: Duration) { waits.withLock { $0.append(wait) } }
}

/// The findings of another process during a sweep.
private final class Meanwhile: Sendable {
  private let found = Mutex((isAlone: false, isTakenOver: false))

  var isAlone: Bool {
    get { found.withLock { $0.isAlone } }
    set { found.withLock { $0.isAlone = newValue } }
  }

  var isTakenOver: Bool {
    get { found.withLock { $0.isTakenOver } }
    set { found.withLock { $0.isTakenOver = newValue } }
  }
}
