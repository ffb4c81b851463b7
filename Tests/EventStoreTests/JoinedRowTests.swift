import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import EventStore

struct JoinedRowTests {
  private let evidence = Evidence(Array("signed".utf8))
  private let fact = TransactionFact.subscription(
    "1001", from: Instant(day: "2026-06-01"), to: Instant(day: "2026-07-01"))

  private func notification(
    _ number: Int = 1, signed: Instant = Instant(day: "2026-06-01"), trust: Trust = .signed,
    subtype: String? = nil
  ) -> ReceivedNotification {
    ReceivedNotification(
      notificationUUID: UUID(uuidString: "a07d1f00-0000-4000-8000-00000000000\(number)")!,
      notificationType: "SUBSCRIBED", subtype: subtype, bundleID: TestLedger.bundleID,
      environment: .production, chain: fact.chain, transactionID: fact.transactionID, status: 1,
      details: [:], trust: trust, signedDate: signed)
  }

  private func renewal(
    trust: Trust = .signed, status: RenewalStatus? = .active
  ) -> RenewalFact {
    RenewalFact(
      chain: fact.chain,
      plan: RenewalPlan(
        productID: "com.example.month", autoRenew: true, renewalDate: Instant(day: "2026-07-01")),
      gracePeriodExpiresDate: .absent, isInBillingRetry: .absent, expirationIntent: .absent,
      priceIncreaseStatus: .absent, nextOffer: .absent, status: status, trust: trust,
      assertedAt: Instant(day: "2026-06-01"))
  }

  private var message: [NewEvent] {
    [
      .chain(.notificationReceived(notification())), .chain(.transactionObserved(fact)),
      .chain(.renewalObserved(renewal())),
    ].map { NewEvent($0, evidence: evidence) }
  }

  private func rows(_ ledger: TestLedger) async throws -> [[Int64]] {
    try await ledger.pool.withConnection { connection in
      try await connection.query(
        Statement(unsafeSQL: "select first_position, position from event order by position")
      ).decode((Int64?, Int64).self).map { [$0 ?? $1, $1] }
    }
  }

  @Test func `a notification and its facts are one row with an id each`() async throws {
    try await TestLedger.with { ledger in
      let ids = try await ledger.log.append(message).outcomes.map(\.id)
      #expect(ids.map(\.position) == [1, 2, 3])
      #expect(try await rows(ledger) == [[1, 3]])
      #expect(try await ledger.count("select count(*) from event_key") == 3)
      for (id, new) in zip(ids, message) {
        let read = try #require(try await ledger.log.reading.event(id))
        #expect(read.event == new.event)
        #expect(read.id == id)
        #expect(read.evidence == ids[2])
      }
      #expect(try await ledger.log.append(message).outcomes == ids.map { .duplicate(of: $0) })
      #expect(try await ledger.broken() == nil)
    }
  }

  @Test func `a transaction that was posted before is asserted again beside the others`()
    async throws
  {
    try await TestLedger.with { ledger in
      let posted = fact.asserted(at: Instant(day: "2026-05-31"))
      _ = try await ledger.log.append([
        NewEvent(.chain(.transactionObserved(posted)), evidence: Evidence(Array("posted".utf8)))
      ])
      let outcomes = try await ledger.log.append(message).outcomes
      let ids = (0...4).map { EventID(lane: outcomes[0].id.lane, position: $0) }
      #expect(outcomes == [.stored(ids[2]), .reasserted(ids[4]), .stored(ids[3])])
      #expect(try await rows(ledger) == [[1, 1], [2, 3], [4, 4]])
      let again = try #require(try await ledger.log.reading.event(ids[4]))
      #expect(again.event == .chain(.transactionObserved(fact)))
      #expect(again.reasserts == ids[1])
      #expect(try await ledger.broken() == nil)
    }
  }

  @Test func `facts behind a known notification have rows of their own`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.log.append([message[0]])
      _ = try await ledger.log.append(message)
      #expect(try await rows(ledger) == [[1, 1], [2, 2], [3, 3]])
      #expect(try await ledger.broken() == nil)
    }
  }

  @Test func `a fact in the middle of a row can be asserted again`() async throws {
    try await TestLedger.with { ledger in
      let ids = try await ledger.log.append(message).outcomes.map(\.id)
      let later = fact.asserted(at: Instant(day: "2026-06-09"))
      let again = try await ledger.log.append([
        NewEvent(.chain(.transactionObserved(later)), evidence: evidence)
      ]).outcomes[0]
      #expect(again == .reasserted(EventID(lane: ids[0].lane, position: 4)))
      let read = try #require(try await ledger.log.reading.event(again.id))
      #expect(read.event == .chain(.transactionObserved(later)))
      #expect(read.reasserts == ids[1])
      #expect(try await ledger.broken() == nil)
    }
  }

  @Test(arguments: [
    (nil, RenewalStatus.active, 1), ("GRACE_PERIOD", .grace, 1), ("GRACE_PERIOD", .active, 2),
    (nil, .grace, 2), (nil, nil, 2),
  ])
  func `a renewal is in the notification's row if its status follows from it`(
    subtype: String?, status: RenewalStatus?, count: Int
  ) async throws {
    try await TestLedger.with { ledger in
      let events: [LedgerEvent] = [
        .chain(.notificationReceived(notification(subtype: subtype))),
        .chain(.renewalObserved(renewal(status: status))),
      ]
      let ids = try await ledger.log.append(events.map { NewEvent($0, evidence: evidence) })
        .outcomes.map(\.id)
      #expect(try await rows(ledger).count == count)
      for (id, event) in zip(ids, events) {
        #expect(try await ledger.log.reading.event(id)?.event == event)
      }
      #expect(try await ledger.broken() == nil)
    }
  }

  @Test func `what only a shared secret vouches for has a row for each fact`() async throws {
    try await TestLedger.with { ledger in
      let events: [ChainEvent] = [
        .notificationReceived(notification(trust: .sharedSecret)),
        .renewalObserved(renewal(trust: .sharedSecret)),
      ]
      _ = try await ledger.log.append(events.map { NewEvent(.chain($0), evidence: evidence) })
      #expect(try await rows(ledger) == [[1, 1], [2, 2]])
    }
  }

  @Test func `events with different evidence have rows of their own`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.log.append(
        message.enumerated().map {
          NewEvent($1.event, evidence: Evidence(Array("signed \($0)".utf8)))
        })
      #expect(try await rows(ledger) == [[1, 1], [2, 2], [3, 3]])
      #expect(try await ledger.broken() == nil)
    }
  }

  @Test func `a reader may begin and end in the middle of a row`() async throws {
    try await TestLedger.with { ledger in
      let ids = try await ledger.log.append(message).outcomes.map(\.id)
      let (log, lane, stream) = (ledger.log, ids[0].lane, StreamID.chain(fact.chain))
      let lenient = LenientReader(log)
      #expect(
        try await lenient.page(lane: lane, after: 1, limit: 1).map(\.id) == [ids[1]])
      #expect(
        try await log.reading.events(of: stream, after: 0, limit: 2).map(\.id) == Array(ids[..<2]))
      let snapshot = try await lenient.snapshot(of: lane, after: 2, limit: 5, sharedAfter: 0)
      #expect(snapshot.items.map(\.id) == [ids[2]])
      #expect(snapshot.reachesEnd)
      #expect(
        try await log.reading.events(of: stream, after: 1, upTo: 2).map(\.id) == [ids[1]])
      let read = try await ledger.pool.withConnection { connection in
        let whole = try await log.streams.events(
          ofStreams: [stream.key], lane: lane, upTo: 2, passing: [1], on: connection)
        let rest = try await log.streams.events(
          lane: lane, after: StreamPosition(stream: stream.key, position: 1), upTo: 2,
          passing: [], limit: 10, on: connection)
        let place = try await lenient.streams(of: [2], lane: lane, on: connection)
        return (whole, rest, place)
      }
      #expect(read.0.map { $0.event?.id } == [nil, ids[1]])
      #expect(read.1.map { $0.event?.id } == [ids[1]])
      #expect(read.2 == [2: stream.key])
    }
  }

  @Test func `no position is too high to be asked for`() async throws {
    try await TestLedger.with { ledger in
      let ids = try await ledger.log.append(message).outcomes.map(\.id)
      let (log, lane, stream) = (ledger.log, ids[0].lane, StreamID.chain(fact.chain))
      #expect(try await log.reading.event(EventID(lane: lane, position: .max)) == nil)
      #expect(try await LenientReader(log).event(EventID(lane: lane, position: .max)) == nil)
      let read = try await ledger.pool.withConnection { connection in
        try await log.streams.events(
          ofStreams: [stream.key], lane: lane, upTo: .max, passing: [], on: connection)
      }
      #expect(read.map { $0.event?.id } == ids)
    }
  }

  @Test func `a row that cannot be read fails for each of its events`() async throws {
    try await TestLedger.with { ledger in
      let ids = try await ledger.log.append(message).outcomes.map(\.id)
      try await ledger.script(
        "set session_replication_role = replica; update event set schema_version = 9")
      let lenient = LenientReader(ledger.log)
      let page = try await lenient.page(lane: ids[0].lane, after: 0, limit: 10)
      #expect(page.map(\.id) == ids)
      #expect(page.allSatisfy { (try? $0.get()) == nil })
      #expect(try await lenient.event(ids[1])?.id == ids[1])
    }
  }

  @Test func `every column of a joined row is checked against its digest`() async throws {
    try await TestLedger.with { ledger in
      let ids = try await ledger.log.append(message).outcomes.map(\.id)
      let small = VerifyLedger(ledger: ledger, lane: ids[0].lane)
      for column in try await EventTableColumn.all(of: ledger) where column.name != "lane" {
        try await small.damage(
          """
          create table kept as select * from event;
          update event set \(column.name) = \(column.flipped)
          """)
        #expect(try await small.broken() != nil, "\(column.name)")
        try await small.damage(
          "delete from event; insert into event select * from kept; drop table kept")
        let restored = try await small.broken()
        try #require(restored == nil, "\(column.name)")
      }
    }
  }

  @Test func `random messages are read as they were written`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var source = RandomEvents(seed: seed)
    let messages = (0..<300).map { _ in source.nextMessage() }
    for message in messages {
      let rows = try message.map(EventRow.init)
      guard rows.count > 1 else { continue }
      let joined = try #require(JoinedRow.join(rows[...]), "seed \(seed)")
      #expect(joined.eventCount == message.count, "seed \(seed)")
      #expect(try JoinedRow.split(joined).map { try $0.event() } == message, "seed \(seed)")
    }
  }

  @Test func `a repetition that is signed in the next month is known`() async throws {
    try await TestLedger.with { ledger in
      let signed = Instant("2026-01-31T23:59:59.999Z")!
      let first = try await append(notification(signed: signed), to: ledger)
      for repetition in [signed, signed + .milliseconds(1), Instant("2025-12-01T00:00:00.000Z")!] {
        #expect(
          try await append(notification(signed: repetition), to: ledger)
            == .duplicate(of: first.id))
      }
    }
  }

  @Test func `a repetition of version 1 is known whatever its date`() async throws {
    try await TestLedger.with { ledger in
      let first = try await append(notification(trust: .sharedSecret), to: ledger)
      let years = notification(signed: Instant(day: "2031-06-01"), trust: .sharedSecret)
      #expect(try await append(years, to: ledger) == .duplicate(of: first.id))
    }
  }

  private func append(
    _ notification: ReceivedNotification, to ledger: TestLedger
  ) async throws -> Appended.Outcome {
    try await ledger.log.append([
      NewEvent(.chain(.notificationReceived(notification)), evidence: evidence)
    ]).outcomes[0]
  }
}
