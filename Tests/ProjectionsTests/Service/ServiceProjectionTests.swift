import EventProcessing
import EventStore
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

struct ServiceProjectionTests {
  private func verify(_ ledger: TestLedger) async throws {
    for name in ProjectionName.allCases {
      let replay = Replay(pool: ledger.pool, log: ledger.log, of: name)
      for lane in ledger.log.lanes { try await replay.verify(lane: lane) }
    }
  }

  private func rows(_ ledger: TestLedger, _ table: String) async throws -> [String] {
    try await ledger.owner.withConnection { connection in
      try await connection.query(
        Statement(unsafeSQL: "select t::text from \(table) t order by 1")
      ).decode()
    }
  }

  @Test(arguments: 1...12)
  func `equal a replay, in any order of events`(seed: UInt64) async throws {
    try await TestLedger.with { ledger in
      var lives = ServiceLives(seed: seed)
      try await ledger.live(&lives)
      try await verify(ledger)
      let lag = try await ledger.projection(.commission).lag()
      #expect((lag.events, lag.deadLetters) == (0, 0), "seed \(seed)")
    }
  }

  @Test func `are the same when they are rebuilt, stream by stream`() async throws {
    try await TestLedger.with { ledger in
      let tables = [
        "tenure_chain", "service_period", "commission_line", "commission_customer",
        "commission_product", "purchase_without_price", "journal_entry",
      ]
      var lives = ServiceLives(seed: 20)
      try await ledger.live(&lives)
      for part in 0..<6 {
        try await ledger.recordYears(of: 75, from: part * 75)
        try await ledger.project()
      }
      let heads = try await ledger.log.position().lanes.values
      #expect(heads.contains { $0 > 1_000 }, "no lane is long enough to be built")
      var before: [[String]] = []
      for table in tables { before.append(try await rows(ledger, table)) }
      try await ledger.forgetProjections()
      try await ledger.project()
      for (table, before) in zip(tables, before) {
        let mayBeEmpty = ["commission_product", "purchase_without_price"].contains(table)
        #expect(!before.isEmpty || mayBeEmpty, "\(table) has no rows")
        let after = try await rows(ledger, table)
        #expect(after == before, "\(table)")
      }
      try await verify(ledger)
    }
  }

  @Test(arguments: [
    ("update service_period set paid_until = paid_until + interval '1 second'", "service_period"),
    ("delete from service_period where transaction_id = '10001'", "service_period"),
    ("update commission_line set rate = 299 where number = 2", "commission_line"),
    ("update commission_line set rate_otherwise = 170 where number = 2", "commission_line"),
    ("delete from commission_customer", "commission_customer"),
    ("update journal_entry set rate = 299 where number = 2", "journal_entry"),
    ("update journal_entry set lapse_cost = lapse_cost + 1", "journal_entry"),
  ])
  func `are found out when a row is not what it should be`(
    damage: String, table: String
  ) async throws {
    try await TestLedger.with { ledger in
      var lives = ServiceLives(seed: 7)
      try await ledger.live(&lives)
      try await ledger.script(damage)
      let error = await #expect(throws: BrokenPromise.self) { try await verify(ledger) }
      #expect(error.map { "\($0.place)".contains(table) } == true)
    }
  }

  @Test func `include a dead letter once it can be written again`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.script(
        "alter table commission_line add constraint poison check (transaction_id <> '10003')")
      var lives = ServiceLives(seed: 3)
      try await ledger.live(&lives)
      let projector = ledger.projection(.commission)
      #expect(try await projector.lag().deadLetters > 0)
      try await verify(ledger)
      try await ledger.script("alter table commission_line drop constraint poison")
      while try await projector.retryDeadLetters() > 0 {}
      #expect(try await projector.lag().deadLetters == 0)
      try await verify(ledger)
    }
  }
}

struct IncompleteChainTests {
  @Test func `is counted`() async throws {
    try await TestLedger.with { ledger in
      let start = Instant(day: "2025-01-10")
      for number in 0..<5 {
        let facts = [0, number == 4 ? 30 : 200].enumerated().map { index, day in
          TransactionFact.renewal(
            TransactionID("\(number)-\(index)"), chain: OriginalTransactionID("7\(number)"),
            from: start + .seconds(day * 86_400))
        }
        _ = try await ledger.log.append(facts.map { NewEvent(.chain(.transactionObserved($0))) })
      }
      try await ledger.project()
      #expect(try await ledger.reader.incompleteChains.count() == 4)
    }
  }
}

extension TransactionFact {
  /// Returns a month that Apple renewed by itself.
  fileprivate static func renewal(
    _ id: TransactionID, chain: OriginalTransactionID, from start: Instant
  ) -> TransactionFact {
    var purchase = Purchase(
      productID: "com.example.month", type: .autoRenewable, subscriptionGroupID: "group",
      purchaseDate: start)
    purchase.reason = "RENEWAL"
    return TransactionFact(
      chain: ChainID(.production, chain), transactionID: id,
      purchase: purchase, expiresDate: .present(start + .seconds(30 * 86_400)), isUpgraded: false,
      revocation: .absent, trust: .signed, assertedAt: start)
  }
}
