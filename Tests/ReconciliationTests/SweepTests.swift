import AppStore
import AppStoreSimulator
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
