import AppStoreSimulator
import Intake
import Ledger
import Outbox
import Projections
import Reconciliation
import TestSupport
import Testing

struct HistoryTests {
  @Test func `is read to its end once, and then only what is new`() async throws {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.gems, times: 45)
      let first = try await store.parts.histories.read(
        customerOf: TransactionID(ids[20]), in: store.store)
      #expect(first.repaired == 45 && first.present == 0 && first.rejected == 0)
      let known = ChainID(.production, OriginalTransactionID(ids[3]))
      #expect(try await store.parts.cursors.isRead(known))

      let again = try await store.parts.histories.read(
        customerOf: TransactionID(ids[3]), in: store.store, chain: known)
      #expect(again.expected == 0)

      try await store.simulation.withWorld { world in
        try world.refund(world.transaction(ids[7]), share: nil)
      }
      let refunded = try await store.parts.histories.read(
        customerOf: TransactionID(ids[3]), in: store.store, chain: known)
      #expect(refunded.repaired == 1 && refunded.present <= 1)
      try await store.ledger.project()
      let chain = ChainID(.production, OriginalTransactionID(ids[7]))
      let state = try #require(try await store.ledger.reader.chains.purchase(chain)).value
      #expect(
        state.transactions.values.contains { $0.isRevoked(at: store.clock.now + .seconds(1)) })
    }
  }

  @Test func `is pending while Apple fails, and dead-lettered if unknown`() async throws {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.gems, times: 1)
      let handler = HistoryHandler(store.parts.histories)
      var failing = Misbehavior()
      failing.serverAPI.failingPercent = 100
      await store.simulation.misbehave(failing)
      let failed = try await handler.perform(try await store.job(.history, about: ids[0]))
      guard case .retry = failed else {
        Issue.record("Apple's failure came to \(failed)")
        return
      }
      await store.simulation.misbehave(Misbehavior())
      #expect(try await handler.perform(try await store.job(.history, about: ids[0])) == .done)
      let unknown = try await handler.perform(try await store.job(.history, about: "99"))
      guard case .never = unknown else {
        Issue.record("an unknown customer came to \(unknown)")
        return
      }
    }
  }
}
