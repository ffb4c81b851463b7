import EventProcessing
import EventStore
import Foundation
import Intake
import Ledger
import Logging
import Outbox
import Reconciliation
import TestSupport
import Testing

struct JobProducerTests {
  private static let now = TestLedger.now

  private static func app(
    finish: FinishPolicy = .off, answers: Bool = false
  ) -> ConfiguredApp {
    ConfiguredApp(
      bundleID: TestLedger.bundleID, appAppleID: nil, environments: [.production], finish: finish,
      consumption: answers ? ConsumptionPolicy(sampleContentProvided: false) : nil)
  }

  private static func rule(
    finish: FinishPolicy = .off, answers: Bool = false, canAsk: Bool = true
  ) -> JobPolicy {
    JobPolicy(
      [app(finish: finish, answers: answers)], askable: canAsk ? [TestLedger.bundleID] : [])
  }

  private static func processor(_ ledger: TestLedger, _ policy: JobPolicy) -> EventProcessor {
    EventProcessor(
      [
        OutboxConsumer(queue: ledger.queue, policy: policy, now: { now }),
        ReconciliationConsumer(queue: ledger.queue, policy: policy, now: { now }),
      ], log: ledger.log, pool: ledger.pool, logger: Logger(label: "test"))
  }

  private static func jobs(
    for event: LedgerEvent, _ rule: JobPolicy, isFirst: Bool = false, isCopy: Bool = false
  ) -> [String] {
    let id = EventID(lane: 1, position: 7)
    let recorded = RecordedEvent(
      id: id, recordedAt: now, event: event, evidence: nil,
      reasserts: isCopy ? EventID(lane: 1, position: 3) : nil)
    let readings = rule.readings(for: recorded, isFirst: isFirst, at: now)
    return (readings + rule.jobs(for: recorded, at: now)).map { job in
      "\(job.kind.rawValue) \(job.subject.prefix { $0 != "/" })"
    }
  }

  private static let month = month(price: 9_990)

  private static func month(price: Int64?) -> TransactionFact {
    var purchase = Purchase(
      productID: "com.example.month", type: .autoRenewable, subscriptionGroupID: "group",
      purchaseDate: Instant(day: "2026-05-15"))
    (purchase.price, purchase.currency) = (price, price.map { _ in "USD" })
    return TransactionFact(
      chain: ChainID(.production, "1000"), transactionID: "2000", purchase: purchase,
      expiresDate: .present(Instant(day: "2026-06-15")), isUpgraded: false, revocation: .absent,
      trust: .signed, assertedAt: Instant(day: "2026-05-15"))
  }

  @Test func `all of a chain is fetched when it is first heard of`() {
    let event = LedgerEvent.chain(.transactionObserved(Self.month))
    #expect(Self.jobs(for: event, Self.rule(), isFirst: true) == ["history 1000"])
    #expect(Self.jobs(for: event, Self.rule()) == [])
    #expect(Self.jobs(for: event, Self.rule(canAsk: false), isFirst: true) == [])
  }

  @Test func `Apple's history is fetched when a charge is first signed without its price`() {
    let event = LedgerEvent.chain(.transactionObserved(Self.month(price: nil)))
    #expect(Self.jobs(for: event, Self.rule()) == ["history 1000"])
    #expect(Self.jobs(for: event, Self.rule(), isCopy: true) == [])
    #expect(Self.jobs(for: event, Self.rule(canAsk: false)) == [])
    let free = LedgerEvent.chain(.transactionObserved(Self.month(price: 0)))
    #expect(Self.jobs(for: free, Self.rule()) == [])
  }

  @Test(
    arguments: [
      (FinishPolicy.off, [], []), (.recorded, ["finish 2000"], []),
      (.acknowledged, ["finish 2000"], ["finish 3000"]),
    ] as [(FinishPolicy, [String], [String])])
  func `an app says when its transactions are finished`(
    policy: FinishPolicy, whenRecorded: [String], whenAcknowledged: [String]
  ) {
    let rule = Self.rule(finish: policy)
    #expect(Self.jobs(for: .chain(.transactionObserved(Self.month)), rule) == whenRecorded)
    #expect(Self.jobs(for: .chain(.transactionObserved(Self.month)), rule, isCopy: true) == [])
    #expect(Self.jobs(for: GemPurchase("3000").acknowledged(), rule) == whenAcknowledged)
  }

  @Test func `a refunded transaction is not finished`() {
    let refunded = TransactionFact(
      chain: Self.month.chain, transactionID: "2000", purchase: Self.month.purchase,
      expiresDate: Self.month.expiresDate, isUpgraded: false,
      revocation: .present(Revocation(date: Instant(day: "2026-05-20"))), trust: .signed,
      assertedAt: Instant(day: "2026-05-20"))
    #expect(
      Self.jobs(for: .chain(.transactionObserved(refunded)), Self.rule(finish: .recorded)) == [])
  }

  @Test func `what only a shared secret vouches for is fetched signed`() {
    let told = TransactionFact(
      chain: Self.month.chain, transactionID: "2000",
      purchase: Self.month.purchase, expiresDate: Self.month.expiresDate, isUpgraded: nil,
      revocation: .silent, trust: .sharedSecret, assertedAt: Self.now)
    #expect(
      Self.jobs(for: .chain(.transactionObserved(told)), Self.rule(finish: .recorded)) == [
        "history 1000"
      ])
  }

  @Test func `a notification of version 1 has its chain fetched, whatever it tells`() {
    for type in ["DID_RENEW", "REVOKE", "OF_TOMORROW", "REFUND", "CONSUMPTION_REQUEST"] {
      let isOfSubscription = !["REFUND", "CONSUMPTION_REQUEST"].contains(type)
      let owed = ["history 1000"] + (isOfSubscription ? ["status 1000"] : [])
      for (trust, jobs) in [(Trust.sharedSecret, owed), (.signed, [])] {
        let event = Self.notification(type, trust, signed: Self.now)
        #expect(Self.jobs(for: event, Self.rule()) == jobs)
      }
    }
  }

  private static func notification(_ type: String, _ trust: Trust, signed: Instant) -> LedgerEvent {
    .chain(
      .notificationReceived(
        ReceivedNotification(
          notificationUUID: UUID(), notificationType: type, subtype: nil,
          bundleID: TestLedger.bundleID, environment: .production,
          chain: ChainID(.production, "1000"), transactionID: "2000", status: nil, details: [:],
          trust: trust, signedDate: signed)))
  }

  @Test func `the first notification about a chain has its history and its status fetched once`()
    async throws
  {
    try await TestLedger.with { ledger in
      let processor = Self.processor(ledger, Self.rule())
      for type in ["DID_CHANGE_RENEWAL_STATUS", "DID_RENEW"] {
        try await ledger.record([
          Self.notification(type, .sharedSecret, signed: Self.now),
          Self.renewal(.sharedSecret, renews: type == "DID_RENEW"),
        ])
        try await processor.runToEnd()
        #expect(try await ledger.jobs() == ["history 1000", "status 1000"])
      }
    }
  }

  /// Version 1 tells no date of the request, so that its arrival counts.
  @Test(arguments: [(0, true), (43_199, true), (43_200, false)])
  func `a consumption request of version 1 is answered within twelve hours of its arrival`(
    age: Int, isPending: Bool
  ) {
    let event = Self.notification(
      "CONSUMPTION_REQUEST", .sharedSecret, signed: Instant(day: "2020-01-01"))
    let arrived = Self.now + .seconds(-age)
    let recorded = RecordedEvent(
      id: EventID(lane: 1, position: 7), recordedAt: arrived, event: event, evidence: nil)
    let jobs = Self.rule(answers: true).jobs(for: recorded, at: Self.now)
      .filter { $0.kind == .consumption }
    #expect(jobs.map(\.deadline) == (isPending ? [arrived + .seconds(43_200)] : []))
  }

  /// The ledger holds a renewal that Apple signed before, which wins by its trust.
  @Test(
    arguments: [
      (.sharedSecret, true, ["status 1000"]), (.receipt, true, []), (.signed, true, []),
      (.sharedSecret, false, []),
    ] as [(Trust, Bool, [String])])
  func `a renewal that only a shared secret vouches for is asked about at once`(
    trust: Trust, canAsk: Bool, owed: [String]
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record([
        .chain(.transactionObserved(Self.month)), Self.renewal(.signed, renews: true),
      ])
      try await Self.processor(ledger, Self.rule(canAsk: false)).runToEnd()
      try await ledger.record([Self.renewal(trust, renews: false)])
      try await Self.processor(ledger, Self.rule(canAsk: canAsk)).runToEnd()
      let jobs = try await ledger.queue.administration.list(limit: 9).jobs
      #expect(jobs.map { "\($0.kind.rawValue) \($0.subject)" } == owed)
      #expect(jobs.allSatisfy { $0.dueAt == Self.now })
    }
  }

  private static func renewal(_ trust: Trust, renews: Bool) -> LedgerEvent {
    let plan = RenewalPlan(
      productID: month.purchase.productID, autoRenewProductID: month.purchase.productID,
      autoRenew: renews)
    return .chain(
      .renewalObserved(
        RenewalFact(
          chain: month.chain, plan: plan, gracePeriodExpiresDate: .absent,
          isInBillingRetry: .silent, expirationIntent: .absent, priceIncreaseStatus: .absent,
          nextOffer: .silent, trust: trust, assertedAt: now + .seconds(renews ? -60 : 0))))
  }

  @Test(arguments: [(0, true), (43_199, true), (43_200, false)])
  func `a consumption request is answered within twelve hours or not at all`(
    age: Int, isPending: Bool
  ) {
    let event = Self.notification(
      "CONSUMPTION_REQUEST", .signed, signed: Self.now + .seconds(-age))
    #expect(
      Self.jobs(for: event, Self.rule(answers: true)) == (isPending ? ["consumption 2000"] : []))
    #expect(Self.jobs(for: event, Self.rule()) == [])
  }

  @Test func `each job is enqueued once, however often and by how many it is read`()
    async throws
  {
    try await TestLedger.with { ledger in
      let rule = JobPolicy([Self.app(finish: .recorded)], askable: [TestLedger.bundleID])
      let processors = (0..<2).map { _ in Self.processor(ledger, rule) }
      try await ledger.record([
        .chain(.transactionObserved(Self.month)), GemPurchase("3000").bought(),
      ])
      try await processors[0].runToEnd()
      #expect(try await processors[1].runOnce() == 0)
      try await ledger.record([
        .chain(
          .transactionObserved(
            Self.month.asserted(at: Instant(day: "2026-05-16")))), GemPurchase("3001").bought(),
      ])
      try await processors[1].runToEnd()
      let owed = try await ledger.queue.administration.list(limit: 99).jobs.map { job in
        "\(job.kind.rawValue) \(job.subject.prefix { $0 != "/" })"
      }
      #expect(
        owed.sorted() == [
          "finish 2000", "finish 3000", "finish 3001", "history 1000", "history 3000",
          "history 3001",
        ])
      let ends = try await ledger.count(
        "select count(*) from reconciliation_cursor where expires_at = '2026-06-15T00:00:00Z'")
      #expect(ends == 1)
      for consumer in processors[0].consumers {
        #expect(try await processors[0].lag(of: consumer).events == 0)
      }
    }
  }

  @Test func `a chain that is watched already is not fetched in full`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record([.chain(.transactionObserved(Self.month))])
      try await Self.processor(ledger, Self.rule(canAsk: false)).runToEnd()
      try await ledger.record([
        .chain(
          .transactionObserved(
            .subscription(
              "2001", chain: "1000", from: Instant(day: "2023-06-15"),
              to: Instant(day: "2023-07-15"))))
      ])
      try await Self.processor(ledger, Self.rule()).runToEnd()
      #expect(try await ledger.statuses() == [])
    }
  }
}
