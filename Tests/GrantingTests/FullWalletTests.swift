import EventProcessing
import EventStore
import Foundation
import Granting
import Intake
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

/// Grants for which a wallet has no room: they wait as pending, and are credited as soon as it has.
struct FullWalletTests {
  private static let gem: Coin = "gem"

  private static func pack(_ id: TransactionID) -> GemPurchase {
    var pack = GemPurchase(id)
    pack.quantity = 10
    return pack
  }

  private static func buy(_ id: TransactionID, _ ledger: TestLedger) async throws {
    let anna = ledger.account("anna").reference
    try await ledger.record([pack(id).bought(), pack(id).owned(by: anna)])
    try await settle(ledger)
  }

  private static func settle(_ ledger: TestLedger) async throws {
    try await ledger.grant()
    try await ledger.granter.retryWaiting()
    try await ledger.grant()
    try await ledger.project()
  }

  private static func spend(
    _ amount: Int64, _ key: IdempotencyKey, _ ledger: TestLedger
  ) async throws {
    let answer = try await ledger.intake.walletDecisions.ask(
      WalletCommand(.spend(gem, amount), key: key), of: "anna", in: TestLedger.bundleID,
      environment: .production
    ).answer
    if case .rejected(let rejection) = answer { Issue.record("\(rejection)") }
  }

  private static func states(_ ledger: TestLedger) async throws -> [String] {
    try await ledger.reader.grants.page(GrantFilter(), limit: 10).value.grants
      .sorted { $0.transactionID < $1.transactionID }
      .map { "\($0.transactionID) \($0.state) \($0.account == nil ? "of nobody" : "of anna")" }
  }

  private static func balance(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.intake.wallets.wallet(
      of: ledger.account("anna").reference, in: TestLedger.bundleID, environment: .production
    ).wallet.available(gem)
  }

  private static func full(_ ledger: TestLedger) async throws -> [TransactionID] {
    try await FullWallets(ledger.pool, lanes: ledger.log.lanes).all().map(\.transactionID)
  }

  /// Runs a ledger in which Anna has bought as many coins as a wallet may have, and once more.
  private static func withFullWallet(
    _ body: @escaping @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.intake.catalogs.publish(
        Catalog(
          [
            CatalogProduct(
              "gems", type: .consumable, grants: [ProductGrant(gem, Coin.grantMax)])
          ], coins: [gem: .daicho]), of: TestLedger.bundleID, validFrom: pack("1").boughtAt)
      _ = try await ledger.known("anna")
      try await buy("1", ledger)
      try await buy("2", ledger)
      try await body(ledger)
    }
  }

  @Test func `a grant waits as pending until coins are spent, and its events say so once`()
    async throws
  {
    try await Self.withFullWallet { ledger in
      #expect(try await Self.states(ledger) == ["1 credited of anna", "2 pending of anna"])
      #expect(try await Self.full(ledger) == ["2"])
      #expect(try await Self.balance(ledger) == Coin.amountMax)
      let events = try await ledger.eventCount()
      try await Self.settle(ledger)
      #expect(try await ledger.eventCount() == events)
      try await Self.spend(Coin.amountMax, "sword", ledger)
      try await Self.settle(ledger)
      #expect(try await Self.states(ledger) == ["1 credited of anna", "2 credited of anna"])
      #expect(try await Self.full(ledger).isEmpty)
      #expect(try await Self.balance(ledger) == Coin.amountMax)
      for head in try await ledger.log.cut().heads where head.lane > 0 {
        _ = try await WalletAudit(pool: ledger.pool, log: ledger.log).verify(head)
      }
    }
  }

  @Test func `a reversal waits for room as a grant does`() async throws {
    try await Self.withFullWallet { ledger in
      try await ledger.record([Self.pack("1").refunded()])
      try await Self.settle(ledger)
      #expect(try await Self.states(ledger) == ["1 revoked of anna", "2 credited of anna"])
      try await ledger.record([Self.pack("1").bought(said: 9)])
      try await Self.settle(ledger)
      #expect(try await Self.states(ledger) == ["1 pending of anna", "2 credited of anna"])
      #expect(try await Self.balance(ledger) == Coin.amountMax)
      try await Self.spend(Coin.amountMax, "sword", ledger)
      try await Self.settle(ledger)
      #expect(try await Self.states(ledger) == ["1 credited of anna", "2 credited of anna"])
      #expect(try await Self.balance(ledger) == Coin.amountMax)
    }
  }
}
