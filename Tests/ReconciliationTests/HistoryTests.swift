import AppStoreSimulator
import EventProcessing
import Foundation
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

  @Test func `asked for by the id of a renewal leaves a cursor of its chain alone`() async throws {
    try await OpenStore.with { store in
      let first = try await store.buy(OpenStore.monthly)[0]
      try await store.advance(to: TestLedger.now + .seconds(40 * 86_400))
      let renewal = await store.simulation.withWorld { world in
        world.transactions.last { $0.content.originalTransactionId == first && $0.id != first }?.id
      }
      let handler = HistoryHandler(store.parts.histories)
      let job = try await store.job(.history, about: try #require(renewal))
      #expect(try await handler.perform(job) == .done)
      let chain = ChainID(.production, OriginalTransactionID(first))
      #expect(try await store.parts.cursors.isRead(chain))
      #expect(try await store.ledger.count("select count(*) from reconciliation_cursor") == 1)
    }
  }

  @Test func `is pending while Apple fails`() async throws {
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
    }
  }

  @Test
  func
    `of a purchase of the ledger that Apple denies is asked for again, and that of a guess is not`()
    async throws
  {
    try await OpenStore.with { store in
      let handler = HistoryHandler(store.parts.histories)
      let denied = JobResult.retry(reason: "apple_4040010")
      #expect(try await handler.perform(try await store.job(.history, about: "99")) == denied)
      let ann = AccountReference(.production, TestLedger.bundleID, "ann")
      let named = try await store.job(.history, about: "77", for: ann)
      #expect(try await handler.perform(named) == .never(reason: "purchase_unknown"))
      try await store.record([.gems("77")])
      #expect(try await handler.perform(named) == denied)
      let status = StatusHandler(store.parts.histories)
      #expect(try await status.perform(try await store.job(.status, about: "99")) == denied)
    }
  }

  @Test func `that Apple does not give is asked for during days, and is missing for ever`()
    async throws
  {
    try await OpenStore.with { store in
      try await store.advance(to: TestLedger.now)
      try await store.record([.gems("99")])
      #expect(try await store.ledger.jobs() == ["history 99"])
      var attempts = 0
      while try await store.parked(.history).isEmpty, attempts < 100 {
        attempts += try await store.worker.runOnce([.history])
        store.clock.now = store.clock.now + .seconds(3 * 3_600)
      }
      #expect(attempts == 32)
      #expect(store.clock.now - TestLedger.now > .seconds(86_400))

      try await store.advance(to: store.clock.now)
      _ = try await store.parts.sweeper.sweepWhatIsDue(of: store.store)
      let status = try #require(try await store.status())
      #expect(status.gaps == [] && status.rejected == [:] && status.pending == 0)
      #expect(status.deadLettered == 1 && !status.isComplete && status.completeness == 99.99)

      let late = store.clock.now + JobRetention.keepsFor + .seconds(1)
      #expect(try await store.queue.retention.clean(at: late).jobs == 0)
      let missing = try await store.queue.administration.missingReadings()
      #expect(missing.map { "\($0.count) of \($0.bundleID)" } == ["1 of com.example.game"])
    }
  }

  @Test func `begins again if Apple refuses the revision that was kept`() async throws {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.gems, times: 25)
      let chain = ChainID(.production, OriginalTransactionID(ids[0]))
      let id = TransactionID(ids[0])
      _ = try await store.parts.histories.read(customerOf: id, in: store.store, chain: chain)
      _ = try await store.ledger.count(
        """
        with refused as (
          update reconciliation_cursor
          set history_revision = 'refused', refund_revision = 'refused' returning 1)
        select count(*) from refused
        """)
      _ = try await store.buy(OpenStore.gems)
      let handler = HistoryHandler(store.parts.histories)
      #expect(try await handler.perform(try await store.job(.history, about: ids[0])) == .done)
      let again = try await store.parts.histories.read(
        customerOf: id, in: store.store, chain: chain)
      #expect(again.expected == 0, "the new revisions are kept")
      let known = try await store.ledger.count("select count(*) from reconciliation_cursor")
      #expect(known == 26)
    }
  }

  @Test func `one reading serves all chains of the customer`() async throws {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.gems, times: 60)
      try await store.record([.gems(ids[0])])
      let following = Task {
        while !Task.isCancelled { try await store.producing.runToEnd() }
      }
      var tried = try await store.workOff()
      following.cancel()
      _ = await following.result
      tried += try await store.workOff()
      #expect(tried == 1)
      let read = try await store.ledger.count("select sum(asked)::bigint from history_count")
      #expect(read == 1)
      let left = try await store.ledger.count(
        "select count(*) from reconciliation_cursor where history_at is null")
      #expect(left == 0)
    }
  }

  @Test func `purchases of one player that are posted together are read once`() async throws {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.gems, times: 60)
      let token = UUID()
      try await store.record(ids.map { .gems($0, of: token) })
      store.clock.now = store.clock.now + .seconds(1)
      let attempts = try await store.workOff()
      #expect(try await store.ledger.jobs().filter { $0.hasPrefix("history") } == [])
      let read = try await store.ledger.count("select sum(asked)::bigint from history_count")
      #expect(read == 1, "\(attempts) attempts")
    }
  }

  @Test
  func `a reading from the beginning serves what was asked before it, also what was given up`()
    async throws
  {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.gems, times: 3)
      try await store.record(ids.map { .gems($0) })
      #expect(try await store.ledger.jobs().count == 3)
      let job = JobID(.history, .production, TestLedger.bundleID, ids[1])
      #expect(
        try await store.queue.administration.park(job, reason: "test", at: store.clock.now))
      store.clock.now = store.clock.now + .seconds(1)
      let chain = ChainID(.production, OriginalTransactionID(ids[0]))
      let id = TransactionID(ids[0])
      _ = try await store.parts.histories.read(customerOf: id, in: store.store, chain: chain)
      #expect(try await store.ledger.jobs() == [])

      _ = try await store.job(.history, about: ids[2])
      store.clock.now = store.clock.now + .seconds(1)
      _ = try await store.parts.histories.read(customerOf: id, in: store.store, chain: chain)
      #expect(try await store.ledger.jobs() == ["history \(ids[2])"], "this reading was not whole")
    }
  }

  @Test func `of a customer whom Apple denies keeps no other waiting`() async throws {
    try await OpenStore.with { store in
      let id = try await store.buy(OpenStore.gems)[0]
      try await store.record([.gems("97"), .gems("98"), .gems("99"), .gems(id)])
      let count = try await store.parts.readAllHistories(
        of: store.store, before: store.clock.now + .seconds(-1))
      #expect(count.expected == 1)
      #expect(try await store.ledger.jobs().filter { $0 != "history \(id)" }.count == 3)
    }
  }
}

extension OpenStore {
  fileprivate func parked(_ kind: JobKind) async throws -> [JobStatus] {
    try await queue.administration.list(state: .parked, kind: kind, limit: 100).jobs
  }
}

extension TransactionFact {
  /// Returns a pack of gems, as Apple signed it.
  fileprivate static func gems(_ id: String, of token: UUID? = nil) -> TransactionFact {
    var purchase = Purchase(
      productID: ProductID(OpenStore.gems), type: .consumable,
      purchaseDate: TestLedger.now + .seconds(-3_600))
    (purchase.price, purchase.currency) = (990, "USD")
    purchase.appAccountToken = token
    return TransactionFact(
      chain: ChainID(.production, OriginalTransactionID(id)), transactionID: TransactionID(id),
      purchase: purchase, expiresDate: .absent, isUpgraded: false, revocation: .absent,
      trust: .signed, assertedAt: TestLedger.now)
  }
}
