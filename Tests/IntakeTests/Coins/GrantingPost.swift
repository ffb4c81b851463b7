import AppStoreSimulator
import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import Intake

/// Posts of single purchases to a ledger whose catalog grants coins for them.
enum GrantingPost {
  static let annaToken = "0a000000-0000-4000-8000-000000000001"
  static let gem: Coin = "gem"

  static var annaName: AccountID { AccountID(annaToken) }

  static func reference(_ account: AccountID) -> AccountReference {
    AccountReference(.production, TestLedger.bundleID, account)
  }

  static func withCatalog(
    wallet: CoinWallet = .daicho, lanes: Int16 = Installation.laneCountDefault,
    _ body: @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with(lanes: lanes) { ledger in
      try await publish(ledger, wallet: wallet)
      try await body(ledger)
    }
  }

  static func publish(
    _ ledger: TestLedger, wallet: CoinWallet = .daicho, by intake: Intake? = nil
  ) async throws {
    let catalog = try Catalog(
      [
        CatalogProduct("gems", type: .consumable, grants: [ProductGrant(gem, 100)]),
        CatalogProduct("sword", type: .nonConsumable),
        CatalogProduct("pass", type: .autoRenewable, grants: [ProductGrant(gem, 5)]),
      ], coins: [gem: wallet])
    _ = try await (intake ?? ledger.intake).catalogs.publish(
      catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
  }

  static func transaction(
    _ id: String, _ token: String? = nil, product: String = "gems",
    bought: Instant = Instant(day: "2026-05-15")
  ) -> SignableTransaction {
    var transaction = SignableTransaction(
      transactionId: id, bundleId: TestLedger.bundleID.rawValue, productId: product,
      purchaseDate: bought.milliseconds, environment: "Production")
    switch product {
    case "gems": transaction.type = "Consumable"
    case "sword": transaction.type = "Non-Consumable"
    default:
      transaction.type = "Auto-Renewable Subscription"
      transaction.expiresDate = (bought + .seconds(30 * 86_400)).milliseconds
      transaction.subscriptionGroupIdentifier = "group"
    }
    transaction.appAccountToken = token
    return transaction
  }

  static func post(
    _ id: String, _ token: String? = nil, for account: AccountID, product: String = "gems",
    bought: Instant = Instant(day: "2026-05-15"), in ledger: TestLedger
  ) async throws -> Submission {
    try await post(
      transaction(id, token, product: product, bought: bought), for: account, in: ledger)
  }

  static func post(
    _ id: String, for account: AccountID, _ ledger: TestLedger, by intake: Intake? = nil,
    keeping: TransactionIntake.Keeping? = nil
  ) async throws -> Submission {
    try await post(transaction(id), for: account, in: ledger, by: intake, keeping: keeping)
  }

  static func post(
    _ transaction: SignableTransaction, for account: AccountID, in ledger: TestLedger,
    by intake: Intake? = nil, keeping: TransactionIntake.Keeping? = nil
  ) async throws -> Submission {
    try await (intake ?? ledger.intake).transactions.receive(
      TransactionPost(
        account: account, signedTransactions: [try ledger.authority.sign(payload: transaction)]),
      keeping: keeping)
  }

  static func register(
    _ token: String, for account: AccountID, _ ledger: TestLedger, by intake: Intake? = nil
  ) async throws {
    let outcome = try await (intake ?? ledger.intake).tokens.register(
      token: try #require(UUID(uuidString: token)), for: account, of: TestLedger.bundleID,
      in: [.production])
    guard case .registered = outcome else {
      Issue.record("the token was not registered: \(outcome)")
      return
    }
  }

  static func balance(_ account: AccountID, _ ledger: TestLedger) async throws -> Int64 {
    try await ledger.another().wallets.wallet(
      of: reference(account), in: TestLedger.bundleID, environment: .production
    ).wallet.available(gem)
  }

  static func grantCount(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.count("select count(*) from event where type = 11")
  }

  static func waitUntil(_ isReached: @Sendable () -> Bool) async throws {
    while !isReached() { try await Task.sleep(for: .milliseconds(2)) }
  }

  static func expectNothingLeft(to ledger: TestLedger) async throws {
    let events = try await ledger.eventCount()
    try await ledger.grant()
    #expect(try await ledger.eventCount() == events)
  }
}
