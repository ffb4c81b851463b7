import AppStoreSimulator
import Intake
import Ledger
import Reconciliation
import TestSupport
import Testing

@Suite("A sweep over Apple's history") struct SweepTests {
  /// All that a sweep read.
  private func count(_ sweeps: [Sweep]?) throws -> ReconciliationCount {
    try #require(sweeps).map(\.count).reduce(ReconciliationCount(), +)
  }

  @Test func `takes in all that was lost, and then knows that nothing is missing`() async throws {
    try await OpenStore.with(settling: 12) { store in
      try await store.advance(to: TestLedger.now)
      let told = Int64(await store.told)
      #expect(told > 40)
      let before = try #require(try await store.status())
      #expect(!before.isComplete && before.completeness == 0)

      let first = try count(try await store.parts.sweeper.sweepWhatIsDue(of: store.store))
      #expect(first.expected == told && first.repaired == told && first.refused == 0)
      let after = try #require(try await store.status())
      #expect(after.isComplete && after.completeness == 100 && after.gaps == [])
      #expect(after.notifications == first)

      let again = try count(
        try await store.parts.sweeper.sweep(lastDays: 180, of: store.store))
      #expect(again.expected == told && again.present == told)
    }
  }

  @Test func `that was cut short goes on where it was`() async throws {
    struct Cut: Error {}
    try await OpenStore.with(settling: 12, days: 9) { store in
      try await store.advance(to: TestLedger.now)
      let told = Int64(await store.told)
      #expect(told > 20)
      let records = SweepRecords(store.ledger.pool)
      let sweep = try await records.begin(
        try #require(SweepPlan(lastDays: 10, at: TestLedger.now).windows.first), of: store.store,
        at: TestLedger.now)
      await #expect(throws: Cut.self) {
        try await store.reading(records).run(sweep) { _ in throw Cut() }
      }
      let eventsOfOnePage = try await store.ledger.eventCount()
      let done = try #require(try await store.parts.sweeper.sweepWhatIsDue(of: store.store))
      let resumed = try #require(done.first { $0.id == sweep.id })
      #expect(resumed.count.repaired == told && resumed.count.present == 0)
      #expect(try await store.ledger.eventCount() > eventsOfOnePage)
    }
  }

  @Test func `writes down what it cannot take in, and goes on`() async throws {
    try await OpenStore.with(settling: 12) { store in
      try await store.advance(to: TestLedger.now)
      let told = Int64(await store.told)
      let strange = store.parts(environments: [.sandbox])
      let refused = try count(try await strange.sweeper.sweep(lastDays: 180, of: store.store))
      #expect(refused.refused == told && refused.repaired == 0)
      let status = try #require(try await store.status())
      #expect(status.refused == ["environment_not_configured": told])
      #expect(!status.isComplete && status.completeness == 0)

      let mended = try count(try await store.parts.sweeper.sweep(lastDays: 180, of: store.store))
      #expect(mended.repaired == told)
      #expect(try #require(try await store.status()).isComplete)
    }
  }

  @Test func `is one process's at a time, until that says nothing for too long`() async throws {
    try await OpenStore.with { store in
      try await store.advance(to: TestLedger.now)
      let leases = ReconcilerLeases(store.ledger.pool, now: { store.clock.value })
      let second = try await leases.with(store.store) { lease in
        let meanwhile = try await store.parts.sweeper.sweepWhatIsDue(of: store.store)
        store.clock.value = TestLedger.now + ReconcilerLeases.length + .seconds(1)
        let later = try await store.parts.sweeper.sweepWhatIsDue(of: store.store)
        return (meanwhile == nil, later == nil)
      }
      #expect(try #require(second) == (true, false))
    }
  }
}
