import EventStore
import Intake
import Ledger
import Postgres
import TestSupport
import Testing

/// A server that lives on when a database takes the place of its own, and lacks the last commits.
struct LostCommitsTests {
  private static let gem: Coin = "gem"

  private static func ask(
    _ action: WalletCommand.Action, _ key: String, _ intake: Intake
  ) async throws -> WalletAnswer {
    try await intake.walletDecisions.ask(
      WalletCommand(action, key: IdempotencyKey(key)), of: "ann", in: TestLedger.bundleID,
      environment: .production
    ).answer
  }

  /// The balance after a booking; nil if nothing was booked.
  private static func balance(_ answer: WalletAnswer) -> Int64? {
    if case .booked(let entry) = answer { entry.balance } else { nil }
  }

  private static func give(_ amount: Int64, _ key: String, _ intake: Intake) async throws {
    _ = try await ask(.adjust(gem, amount, reason: "gift", author: "kim"), key, intake)
  }

  /// The products of all packs, as a process tells them by its log.
  private static func products(_ log: EventLog) async throws -> [String] {
    var products: [String] = []
    for id in ["1", "2", "3", "4"] {
      let chain = GemPurchase(TransactionID(id)).chain
      for event in try await log.reading.events(of: .chain(chain)) {
        if case .chain(.transactionObserved(let fact)) = event.event {
          products.append(fact.purchase.productID.rawValue)
        }
      }
    }
    return products
  }

  private static func pack(_ id: TransactionID, of product: ProductID) -> NewEvent {
    var pack = GemPurchase(id)
    pack.product = product
    return NewEvent(pack.bought())
  }

  /// The name of a product is a number in the log. The lost commits gave a number to the shield; the
  /// other process gives the same one to the helmet.
  @Test func `a product never gets the name of another`() async throws {
    try await TestLedger.withStandby { ledger, standby in
      _ = try await ledger.log.append([Self.pack("1", of: "sword")])
      try await standby.stopHearing()
      _ = try await ledger.log.append([Self.pack("2", of: "shield")])
      try await standby.takeOver()
      let other = try await EventLog(ledger.pool, keyring: ledger.keyring)
      _ = try await other.append([Self.pack("3", of: "helmet")])
      _ = try await ledger.log.append([Self.pack("4", of: "shield")])
      let fresh = try await EventLog(ledger.pool, keyring: ledger.keyring)
      for log in [ledger.log, other, fresh] {
        #expect(try await Self.products(log) == ["sword", "helmet", "shield"])
      }
    }
  }

  /// The balance was 40, and 500 more were lost: a spend of 500 is more than there is.
  @Test func `coins that were lost cannot be spent`() async throws {
    try await TestLedger.withStandby { ledger, standby in
      try await Self.give(40, "first", ledger.intake)
      try await standby.stopHearing()
      try await Self.give(500, "second", ledger.intake)
      try await standby.takeOver()
      let spent = try await Self.ask(.spend(Self.gem, 500), "sword", ledger.intake)
      #expect(spent == .rejected(.insufficientCoins(balance: 40)))
      #expect(Self.balance(try await Self.ask(.spend(Self.gem, 40), "shield", ledger.intake)) == 0)
    }
  }

  @Test func `the ledger is paused with the reason before anything else`() async throws {
    try await TestLedger.withStandby { ledger, standby in
      try await Self.give(40, "first", ledger.intake)
      try await standby.stopHearing()
      try await Self.give(500, "second", ledger.intake)
      try await standby.takeOver()
      try await ledger.log.observe()
      let installation = try await ledger.log.readInstallation()
      #expect(installation.isPaused)
      #expect(installation.pausedBecause?.hasPrefix("the database lacks commits") == true)
      try await Installation.unpause(by: ledger.owner)
      try await ledger.log.observe()
      #expect(try await ledger.log.readInstallation().pausedBecause == nil)
    }
  }

  /// Another session pauses the ledger while this process is about to.
  @Test(.timeLimit(.minutes(5)))
  func `sessions that find commits lost at once do not make each other fail`() async throws {
    let pause = Statement(unsafeSQL: "select pause_ledger('another session')")
    try await TestLedger.withStandby { ledger, standby in
      try await Self.give(40, "first", ledger.intake)
      try await standby.stopHearing()
      try await Self.give(500, "second", ledger.intake)
      try await standby.takeOver()
      let observing = try await ledger.owner.withTransaction { other in
        try other.query(pause)
        let observing = Task { try await ledger.log.observe() }
        try await other.waitUntilBlocking()
        return observing
      }
      #expect(try await observing.value.pausedBecause == "another session")
      let spent = try await Self.ask(.spend(Self.gem, 500), "sword", ledger.intake)
      #expect(spent == .rejected(.insufficientCoins(balance: 40)))
    }
  }

  @Test func `a database that lost nothing pauses nothing`() async throws {
    try await TestLedger.withStandby { ledger, standby in
      try await Self.give(40, "first", ledger.intake)
      _ = try await ledger.log.append([Self.pack("1", of: "sword")])
      try await standby.stopHearing()
      try await ledger.log.observe()
      try await standby.takeOver()
      try await Self.give(500, "second", ledger.intake)
      try await ledger.log.observe()
      #expect(try await !ledger.log.readInstallation().isPaused)
      let spent = try await Self.ask(.spend(Self.gem, 540), "sword", ledger.intake)
      #expect(Self.balance(spent) == 0)
    }
  }

  @Test func `the application may pause the ledger and never unpause it`() async throws {
    try await TestLedger.with { ledger in
      let unpause = Statement(unsafeSQL: "update installation set paused_since = null")
      let error = await #expect(throws: PostgresError.self) {
        try await ledger.pool.withConnection { try await $0.query(unpause) }
      }
      let told = error.map { "\($0)" } ?? ""
      #expect(told.contains("42501") && told.contains("`daicho migrate`"))
      let pause = Statement(unsafeSQL: "select pause_ledger('a test')")
      _ = try await ledger.pool.withConnection { try await $0.query(pause) }
      #expect(try await ledger.log.readInstallation().pausedBecause == "a test")
    }
  }
}
