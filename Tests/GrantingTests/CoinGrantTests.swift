import EventStore
import Foundation
import Intake
import Ledger
import Postgres
import TestSupport
import Testing

/// Grants are made once, and wallets follow them, in any order of events.
struct CoinGrantTests {
  private static let gem: Coin = "gem"
  private static let day = Instant(day: "2026-03-01")

  private static func purchase(
    _ id: String, product: ProductID = "gems", quantity: Int32 = 1, revoked: Revocation? = nil,
    said: Instant = day
  ) -> NewEvent {
    var purchase = Purchase(productID: product, type: .consumable, purchaseDate: day)
    purchase.quantity = quantity
    return NewEvent(
      .chain(
        .transactionObserved(
          TransactionFact(
            chain: ChainID(.production, OriginalTransactionID(id)),
            transactionID: TransactionID(id), purchase: purchase, expiresDate: .absent,
            isUpgraded: false, revocation: Asserted(signed: revoked), trust: .signed,
            assertedAt: said))))
  }

  private static func account(_ name: AccountID) -> AccountReference {
    AccountReference(.production, TestLedger.bundleID, name)
  }

  private static func owned(_ id: String, by account: AccountReference) -> NewEvent {
    NewEvent(
      .chain(
        .chainOwned(
          ChainOwned(
            chain: ChainID(.production, OriginalTransactionID(id)),
            account: account, decidedAt: day))))
  }

  private static func publish(
    _ products: [CatalogProduct], in ledger: TestLedger, from: Instant = day
  ) async throws {
    _ = try await ledger.intake.catalogs.publish(
      Catalog(products), of: TestLedger.bundleID, validFrom: from)
  }

  private static let gems = CatalogProduct(
    "gems", type: .consumable, grants: [ProductGrant(gem, 100)])

  private static func balance(_ name: AccountID, in ledger: TestLedger) async throws -> Int64 {
    try await ledger.intake.wallets.wallet(
      of: account(name), in: TestLedger.bundleID, environment: .production
    ).wallet.available(gem)
  }

  private static func grantCount(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.count("select count(*) from event where type = 11")
  }

  @Test func `a purchase is granted once, however often it is reported and read`() async throws {
    try await TestLedger.with { ledger in
      try await Self.publish([Self.gems], in: ledger)
      let owner = Self.account("ann")
      for moment in [Self.day, Self.day + .seconds(5), Self.day] {
        _ = try await ledger.log.append([
          Self.purchase("1", quantity: 3, said: moment), Self.owned("1", by: owner),
        ])
        try await ledger.grant()
      }
      #expect(try await Self.balance("ann", in: ledger) == 300)
      _ = try await ledger.pool.withConnection { connection in
        try await connection.query(
          Statement(
            unsafeSQL: "update consumer_checkpoint set position = 0 where consumer = 'granting'"))
      }
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == 300)
      #expect(try await Self.grantCount(ledger) == 1)
    }
  }

  @Test func `granting is behind until it has read what it decided itself`() async throws {
    try await TestLedger.with { ledger in
      try await Self.publish([Self.gems], in: ledger)
      try await ledger.grant()
      #expect(try await ledger.granter.lag() == 0)
      _ = try await ledger.log.append([
        Self.purchase("1"), Self.owned("1", by: Self.account("ann")),
      ])
      #expect(try await ledger.granter.lag() == 2)
      _ = try await ledger.granter.runOnce()
      #expect(try await Self.grantCount(ledger) == 1)
      #expect(try await ledger.granter.lag() > 0)
      while try await ledger.granter.lag() > 0 { _ = try await ledger.granter.runOnce() }
      #expect(try await Self.balance("ann", in: ledger) == 100)
    }
  }

  @Test func `a purchase without an owner waits for its first owner`() async throws {
    try await TestLedger.with { ledger in
      try await Self.publish([Self.gems], in: ledger)
      _ = try await ledger.log.append([Self.purchase("1")])
      try await ledger.grant()
      #expect(try await Self.grantCount(ledger) == 1)
      #expect(try await Self.balance("ann", in: ledger) == 0)
      _ = try await ledger.log.append([Self.owned("1", by: Self.account("ann"))])
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == 100)
    }
  }

  @Test func `an unpriced consumable is granted when a catalog names it`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.log.append([
        Self.purchase("1"), Self.owned("1", by: Self.account("ann")),
      ])
      try await ledger.grant()
      #expect(try await ledger.count("select count(*) from granting_wait") == 1)
      try await Self.publish([Self.gems], in: ledger, from: Self.day + .seconds(9_999_999))
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == 100)
      #expect(try await ledger.count("select count(*) from granting_wait") == 0)
    }
  }

  @Test func `a refund is taken back into debt, and given back when it is reversed`() async throws {
    try await TestLedger.with { ledger in
      try await Self.publish([Self.gems], in: ledger)
      _ = try await ledger.log.append([
        Self.purchase("1"), Self.owned("1", by: Self.account("ann")),
      ])
      try await ledger.grant()
      _ = try await ledger.intake.walletDecisions.ask(
        WalletCommand(.spend(Self.gem, 80), key: "sword"), of: "ann", in: TestLedger.bundleID,
        environment: .production)
      let refund = Self.day + .seconds(60)
      _ = try await ledger.log.append([
        Self.purchase("1", revoked: Revocation(date: refund), said: refund)
      ])
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == -80)
      _ = try await ledger.log.append([Self.purchase("1", said: refund + .seconds(60))])
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == 20)
    }
  }

  /// Returns the events that make a name another account's alias.
  private static func aliased(_ alias: AccountReference, to account: AccountReference) -> [NewEvent]
  {
    [
      NewEvent(
        .account(
          .accountAliased(
            AccountAliased(
              environment: .production, bundleID: TestLedger.bundleID, alias: alias,
              account: account,
              decidedAt: day)))),
      NewEvent(
        .account(
          .aliasClaimed(
            AliasClaimed(
              environment: .production, bundleID: TestLedger.bundleID, account: account,
              alias: alias,
              claimedAt: day)))),
    ]
  }

  @Test func `an alias's coins stand where it was claimed, while following and after a rebuild`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await Self.publish([Self.gems], in: ledger)
      let (token, ann) = (Self.account("token"), Self.account("ann"))
      _ = try await ledger.log.append([
        Self.purchase("1"), Self.owned("1", by: token), Self.purchase("2"),
        Self.owned("2", by: ann),
      ])
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == 100)
      _ = try await ledger.log.append(Self.aliased(token, to: ann))
      #expect(try await Self.balance("ann", in: ledger) == 200)
      let refund = Self.day + .seconds(60)
      _ = try await ledger.log.append([
        Self.purchase("1", revoked: Revocation(date: refund), said: refund), Self.purchase("3"),
        Self.owned("3", by: ann),
      ])
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == 200)
      var wallets: [Wallet] = []
      for intake in [ledger.intake, try await ledger.another()] {
        let (wallet, _) = try await intake.wallets.wallet(
          of: ann, in: TestLedger.bundleID, environment: .production)
        wallets.append(wallet)
      }
      #expect(wallets[0] == wallets[1])
      #expect(wallets[0].entries.count == 4)
    }
  }

  @Test func `coins credited to a token are the account's whose alias it becomes`() async throws {
    try await TestLedger.with { ledger in
      try await Self.publish([Self.gems], in: ledger)
      let (token, ann) = (Self.account("token"), Self.account("ann"))
      _ = try await ledger.log.append([Self.purchase("1"), Self.owned("1", by: token)])
      try await ledger.grant()
      #expect(try await Self.balance("token", in: ledger) == 100)
      _ = try await ledger.log.append(Self.aliased(token, to: ann))
      #expect(try await Self.balance("ann", in: ledger) == 100)
      let refund = Self.day + .seconds(60)
      _ = try await ledger.log.append([
        Self.purchase("1", revoked: Revocation(date: refund), said: refund),
        Self.purchase("2"), Self.owned("2", by: token),
      ])
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == 100)
      #expect(try await Self.balance("token", in: ledger) == 100)
    }
  }

  @Test func `a catalog from an earlier moment grants what was bought since`() async throws {
    try await TestLedger.with { ledger in
      var purchase = Purchase(
        productID: "gold", type: .autoRenewable, subscriptionGroupID: "g", purchaseDate: Self.day)
      purchase.price = 9_990
      _ = try await ledger.log.append([
        NewEvent(
          .chain(
            .transactionObserved(
              TransactionFact(
                chain: ChainID(.production, "7"), transactionID: "7",
                purchase: purchase, expiresDate: .present(Self.day + .seconds(2_592_000)),
                isUpgraded: false, revocation: Asserted(signed: nil), trust: .signed,
                assertedAt: Self.day)))), Self.owned("7", by: Self.account("ann")),
      ])
      try await ledger.grant()
      try await Self.publish(
        [
          CatalogProduct(
            "gold", type: .autoRenewable, subscriptionGroupID: "g", level: 1, period: .months(1),
            grants: [ProductGrant(Self.gem, 50)])
        ], in: ledger)
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == 50)
    }
  }

  @Test func `granters at once in three processes grant each purchase once`() async throws {
    try await TestLedger.with { ledger in
      try await Self.publish([Self.gems], in: ledger)
      let intakes = [ledger.intake, try await ledger.another(), try await ledger.another()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for intake in intakes {
          group.addTask {
            let granter = ledger.granter(of: intake)
            for _ in 0..<40 {
              _ = try await granter.runOnce()
              try await Task.sleep(for: .milliseconds(20))
            }
          }
        }
        for number in 0..<200 {
          _ = try await ledger.log.append([
            Self.purchase("\(number)"), Self.owned("\(number)", by: Self.account("ann")),
          ])
        }
        try await group.waitForAll()
      }
      try await ledger.grant()
      #expect(try await Self.balance("ann", in: ledger) == 20_000)
      #expect(try await Self.grantCount(ledger) == 200)
    }
  }
}
