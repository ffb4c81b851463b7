import AppStoreSimulator
import EventProcessing
import EventStore
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

struct GrantReplayTests {
  private static let tables = ["coin_grant", "unpriced_transaction"]

  private func rows(_ ledger: TestLedger) async throws -> [[String]] {
    var rows: [[String]] = []
    for table in Self.tables {
      rows.append(
        try await ledger.owner.withConnection { connection in
          try await connection.query(
            Statement(unsafeSQL: "select t::text from \(table) t order by 1")
          ).decode()
        })
    }
    return rows
  }

  private func forget(_ ledger: TestLedger) async throws {
    try await ledger.forgetProjections()
  }

  /// Returns lives of purchases as facts and decisions in a random order, cut into batches.
  private func batches(_ random: inout SplitMix64) -> [[LedgerEvent]] {
    let accounts = ["anna", "bert", "cleo"].map {
      AccountReference(.production, TestLedger.bundleID, AccountID($0))
    }
    var events: [LedgerEvent] = []
    for number in 0..<40 {
      var gems = GemPurchase(TransactionID("\(1_000 + number)"))
      gems.product = ["gems", "pack", "chest"][number % 3]
      gems.quantity = Int32.random(in: 1...3, using: &random)
      let percentages: [Int32?] = [nil, 33_333, 50_000, 100_000]
      let account = accounts[number % accounts.count]
      let maybe: [LedgerEvent] = [
        gems.granted(10, to: Bool.random(using: &random) ? account : nil),
        gems.granted(5, coin: "star"), gems.acknowledged(), gems.acknowledged(coin: "star"),
        gems.owned(by: account), gems.refunded(percentages[number % 4]), gems.bought(said: 9),
      ]
      events.append(gems.bought())
      events += maybe.filter { _ in Bool.random(using: &random) }
    }
    events.shuffle(using: &random)
    return stride(from: 0, to: events.count, by: 15).map { start in
      Array(events[start..<min(start + 15, events.count)])
    }
  }

  @Test(arguments: 1...8)
  func `equal a replay, in any order of events`(seed: UInt64) async throws {
    try await TestLedger.with { ledger in
      var random = SplitMix64(seed: seed)
      for (index, batch) in batches(&random).enumerated() {
        try await ledger.record(batch)
        if index == 4 { try await ledger.publish("gems", of: TestLedger.bundleID) }
        if index == 7 { try await ledger.publish("pack", of: TestLedger.bundleID) }
        if Bool.random(using: &random) { try await ledger.project() }
      }
      try await ledger.project()
      let live = try await rows(ledger)
      #expect(live.allSatisfy { !$0.isEmpty }, "seed \(seed)")
      try await ledger.verifyProjections()
      try await forget(ledger)
      try await ledger.project()
      #expect(try await rows(ledger) == live, "seed \(seed)")
      #expect(try await ledger.projection(.grants).lag().deadLetters == 0, "seed \(seed)")
    }
  }

  @Test func `are the same when a long lane is projected stream by stream`() async throws {
    try await TestLedger.with { ledger in
      let purchases = (0..<2_000).map { GemPurchase(TransactionID("\(10_000 + $0)")) }
      for events in [purchases.map { $0.bought() }, purchases.map { $0.granted(7) }] {
        try await ledger.record(events)
        try await ledger.project()
      }
      try await ledger.record(purchases.prefix(700).map { $0.acknowledged() })
      try await ledger.publish("chest", of: TestLedger.bundleID)
      try await ledger.record([GemPurchase("1").bought()])
      try await ledger.project()
      let heads = try await ledger.log.position().lanes.filter { $0.key > 0 }.values
      #expect(heads.allSatisfy { $0 < 1_000 } == false, "no lane is long enough to be built")
      let live = try await rows(ledger)
      try await forget(ledger)
      try await ledger.project()
      #expect(try await rows(ledger) == live)
      try await ledger.verifyProjections()
    }
  }

  @Test(arguments: [
    "update coin_grant set amount = amount + 1", "update coin_grant set state = 'acknowledged'",
    "update coin_grant set revoked_amount = 1", "update coin_grant set account = id",
    "update coin_grant set made_position = made_position + 1",
    "update coin_grant set delivered_elsewhere = true",
    "update coin_grant set acknowledged_at = granted_at", "delete from coin_grant",
    "insert into unpriced_transaction select lane, stream, '1', environment, app, product "
      + "from coin_grant",
  ])
  func `are found out when one is not what it should be`(damage: String) async throws {
    try await TestLedger.with { ledger in
      let gems = GemPurchase("1000")
      try await ledger.record([gems.bought(), gems.granted(100)])
      try await ledger.project()
      try await ledger.verifyProjections()
      try await ledger.script(damage)
      let error = await #expect(throws: BrokenPromise.self) { try await ledger.verifyProjections() }
      #expect(error.map { "\($0.place)".contains("coin_grant") } == true)
    }
  }

  @Test func `include a dead letter once it can be written again`() async throws {
    try await TestLedger.with { ledger in
      let (good, bad) = (GemPurchase("1000"), GemPurchase("2000"))
      try await ledger.script(
        "alter table coin_grant add constraint poison check (transaction_id <> '2000')")
      try await ledger.record([
        good.bought(), bad.bought(), bad.granted(5), good.granted(5), good.acknowledged(),
      ])
      try await ledger.project()
      let projector = ledger.projection(.grants)
      #expect(try await projector.lag().deadLetters == 1)
      try await ledger.verifyProjections()
      try await ledger.script("alter table coin_grant drop constraint poison")
      #expect(try await projector.retryDeadLetters() == 1)
      try await ledger.verifyProjections()
      let grants = try await ledger.reader.grants.page(GrantFilter(), limit: 10).value.grants
      #expect(Set(grants.map(\.transactionID)) == ["1000", "2000"])
    }
  }
}
