import AppStoreSimulator
import EventProcessing
import Intake
import Ledger
import Outbox
import Projections
import Reconciliation
import TestSupport
import Testing

struct SilentRenewalTests {
  private static let day = Duration.seconds(86_400)

  @Test func `is fetched within a minute of its time`() async throws {
    try await OpenStore.with(days: 20) { store in
      let id = try await store.buy(OpenStore.monthly, times: 1)[0]
      try await store.hearAll()
      let end = try #require(try await store.expiry(of: id))
      let reconciler = store.reconciler

      try await store.advance(to: end + .seconds(10))
      #expect(try await reconciler.lookOnce() == 0)
      try await store.advance(to: end + .seconds(31))
      #expect(try await reconciler.lookOnce() == 1)
      #expect(try await reconciler.lookOnce() == 0)
      #expect(try await store.workOff() == 1)
      let renewals = try await store.ledger.renewals(of: OriginalTransactionID(id))
      #expect(renewals.last?.status == .active)

      try await store.ledger.project()
      #expect(try #require(try await store.expiry(of: id)) > end)
      #expect(try await reconciler.lookOnce() == 0)
    }
  }

  @Test func `is not asked about where none is due`() async throws {
    try await OpenStore.with(days: 20) { store in
      let id = try await store.buy(OpenStore.monthly, times: 1)[0]
      try await store.simulation.withWorld { world in
        try world.cancel(try #require(world.transactions[world.transaction(id)].subscription))
      }
      try await store.hearAll()
      let end = try #require(try await store.expiry(of: id))
      try await store.advance(to: end + Self.day)
      #expect(try await store.reconciler.lookOnce() == 0)
    }
  }

  @Test func `is found behind hundreds of which nothing can be learned`() async throws {
    try await OpenStore.with { store in
      let unanswerable = (1...620).map { "\(10_000 + $0)" }
      try await store.record(
        unanswerable.map { .expired($0, at: store.clock.now + .seconds(-30 * 86_400)) })
      var looks: [Int] = []
      repeat { looks.append(try await store.reconciler.lookOnce()) } while looks.last != 0
      #expect(looks == [500, 120, 0])
      for job in try await store.pending(.status) {
        #expect(
          try await store.queue.administration.park(job.id, reason: "test", at: store.clock.now))
      }
      #expect(try await store.pending(.status).isEmpty)

      try await store.record([.expired("20000", at: store.clock.now + .seconds(-30))])
      #expect(try await store.reconciler.lookOnce() == 1)
      #expect(try await store.pending(.status).map(\.subject) == ["20000"])
    }
  }

  @Test func `is looked for after the renewal date to which access goes on`() async throws {
    try await OpenStore.with { store in
      let end = store.clock.now
      let month = TransactionFact.expired("20000", at: end)
      let renewal = RenewalFact(
        chain: month.chain,
        plan: RenewalPlan(
          productID: "com.example.month", autoRenew: true, renewalDate: end + Self.day * 30),
        gracePeriodExpiresDate: .absent, isInBillingRetry: .absent, expirationIntent: .absent,
        priceIncreaseStatus: .absent, nextOffer: .absent, status: .active, trust: .signed,
        assertedAt: end + Self.day * -1)
      try await store.ledger.record([.chain(.renewalObserved(renewal))])
      try await store.record([month])
      let looks: [(Duration, Int)] = [
        (.seconds(30), 0), (Self.day, 0), (Self.day * 30 + .seconds(59), 0),
        (Self.day * 30 + .seconds(60), 1),
      ]
      for (age, count) in looks {
        store.clock.now = end + age
        #expect(try await store.reconciler.lookOnce() == count, "\(age) after the end")
      }
    }
  }

  @Test func `whose notifications were lost is asked for its renewal once, while its period runs`()
    async throws
  {
    try await OpenStore.with(days: 20) { store in
      let id = TransactionID(try await store.buy(OpenStore.monthly)[0])
      try await store.advance(to: store.clock.now)
      let chain = ChainID(.production, OriginalTransactionID(id.rawValue))
      _ = try await store.parts.histories.read(customerOf: id, in: store.store)
      try await store.producing.runToEnd()
      try await store.ledger.project()
      #expect(try await store.subscription(chain)?.autoRenew == nil)

      store.clock.now = store.clock.now + .seconds(29)
      #expect(try await store.reconciler.lookOnce() == 0)
      store.clock.now = store.clock.now + .seconds(1)
      #expect(try await store.reconciler.lookOnce() == 1)
      #expect(try await store.workOff() == 1)
      try await store.ledger.project()
      #expect(try await store.subscription(chain)?.autoRenew == true)
      store.clock.now = store.clock.now + Self.day
      #expect(try await store.reconciler.lookOnce() == 0)
    }
  }

  @Test func `of which a notification told is not asked for`() async throws {
    try await OpenStore.with(days: 20) { store in
      _ = try await store.buy(OpenStore.monthly)
      try await store.hearAll()
      store.clock.now = store.clock.now + .seconds(60)
      #expect(try await store.reconciler.lookOnce() == 0)
    }
  }

  @Test func `is looked for ever more rarely, and at least once a day`() async throws {
    try await OpenStore.with { store in
      let end = store.clock.now
      try await store.record([.expired("20000", at: end)])
      let looks: [(Duration, Int)] = [
        (.seconds(29), 0), (.seconds(30), 1), (.seconds(89), 0), (.seconds(90), 1),
        (.seconds(179), 0), (.seconds(180), 1), (.seconds(359), 0), (.seconds(360), 1),
        (Self.day * 10, 1), (Self.day * 11 - .seconds(1), 0), (Self.day * 11, 1),
      ]
      for (age, count) in looks {
        store.clock.now = end + age
        #expect(try await store.reconciler.lookOnce() == count, "\(age) after the end")
      }
    }
  }

  @Test func `is asked about again only as late as the last answer allows`() async throws {
    try await OpenStore.with { store in
      let end = store.clock.now
      try await store.record([.expired("20000", at: end)])
      store.clock.now = end + .seconds(30)
      #expect(try await store.reconciler.lookOnce() == 1)
      _ = try await store.ledger.count(
        """
        with asked as (
          update reconciliation_cursor
          set asked_at = expires_at + interval '80 seconds' returning 1)
        select count(*) from asked
        """)
      // Apple answered 80 seconds after the end, so the next request waits for another 80.
      for (age, count) in [(90, 0), (159, 0), (160, 1)] {
        store.clock.now = end + .seconds(age)
        #expect(try await store.reconciler.lookOnce() == count, "\(age) seconds after the end")
      }
    }
  }
}

extension OpenStore {
  /// Returns the status of a subscription at the ledger's moment.
  fileprivate func subscription(_ chain: ChainID) async throws -> SubscriptionStatus? {
    try await ledger.reader.chains.purchase(chain).flatMap {
      SubscriptionStatuses.evaluate($0.value, at: clock.now)
    }
  }

  /// Returns the pending jobs of a kind.
  fileprivate func pending(_ kind: JobKind) async throws -> [JobStatus] {
    try await queue.administration.list(state: .owed, kind: kind, limit: 1_000).jobs
  }
}

extension TransactionFact {
  /// Returns a month that ended at a moment; Apple never told whether it renews.
  fileprivate static func expired(_ id: String, at end: Instant) -> TransactionFact {
    .subscription(
      TransactionID(id), chain: OriginalTransactionID(id), from: end + .seconds(-30 * 86_400),
      to: end)
  }
}
