import AppStore
import AppStoreSimulator
import EventProcessing
import EventStore
import Foundation
import Intake
import Ledger
import Logging
import Outbox
import Postgres
import Projections
import Reconciliation
import TestSupport

@testable import Server

/// A small honest ledger with rows in most tables, to be damaged by force.
struct ProvenLedger: Sendable {
  let ledger: TestLedger
  let head: PublishedHead

  private static let token = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
  private static let erased = "0b8ad7a9-4f7e-4b8c-9a55-0e8a1d5d0f11"

  /// Runs a ledger with a subscription of two months, told by a notification with its renewal and by a game, packs of
  /// gems with their coins, an alias, promotional entitlements, an erased person, jobs for Apple, and a receipt.
  static func with<Result: Sendable>(
    _ body: @Sendable (ProvenLedger) async throws -> Result
  ) async throws -> Result {
    try await TestLedger.with { ledger in
      try await fill(ledger)
      let head = PublishedHead(try await ledger.log.cut(), epoch: ledger.log.installation.epoch)
      return try await body(ProvenLedger(ledger: ledger, head: head))
    }
  }

  private static func fill(_ ledger: TestLedger) async throws {
    let gems = CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])
    let season = CatalogProduct("season", type: .nonConsumable, unlocks: ["pro"])
    _ = try await ledger.intake.catalogs.publish(
      Catalog([gems, season]), of: TestLedger.bundleID, validFrom: GemPurchase("1").boughtAt)
    try await subscribe(ledger, chain: "2000", token: token)
    try await subscribe(ledger, chain: "3000", token: erased)
    for id in ["1", "2"] {
      let pack = TestLedger.transaction(
        id, chain: id, product: "gems", type: "Consumable", from: GemPurchase("1").boughtAt,
        token: token)
      _ = try await ledger.intake.documents.ingest(
        Array(try ledger.authority.sign(payload: pack).utf8))
    }
    try await ledger.grant()
    _ = try await ledger.known("anna")
    try await promote(ledger)
    try await keepReceipt(in: ledger)
    try await ledger.project()
    let account = ledger.account(AccountID(erased)).reference
    _ = try await ledger.intake.erasures.erase(account, of: TestLedger.bundleID, in: .production)
    try await ledger.grant()
    try await ledger.project()
    let policy = JobPolicy([TestLedger.app()], askable: [TestLedger.bundleID])
    try await EventProcessor(
      [
        OutboxConsumer(queue: ledger.queue, policy: policy, now: { TestLedger.now }),
        ReconciliationConsumer(queue: ledger.queue, policy: policy, now: { TestLedger.now }),
      ], log: ledger.log, pool: ledger.pool, logger: Logger(label: "test")
    ).runToEnd()
  }

  /// Keeps the receipt of a post with one settled item.
  private static func keepReceipt(in ledger: TestLedger) async throws {
    let items = """
      [{"index":0,"transactionID":"2000","productID":"com.example.month","environment":"Production",
        "chain":{"bundleID":"\(TestLedger.bundleID)","environment":"Production",
        "originalTransactionID":"2000"},"state":"settled","duplicate":false}]
      """
    try await ledger.script(
      "insert into receipt (lane, id, state, items, position, made_at, changed_at, key_ids) values "
        + "(1, 'a0b1', 'settled', '\(items)', '1.1', '2026-04-01', '2026-04-01', '{}')")
  }

  /// Gives an account two promotional entitlements, and takes one back.
  private static func promote(_ ledger: TestLedger) async throws {
    for target in [PromotionTarget.name("pro"), .product("season")] {
      let outcome = try await ledger.intake.promotions.grant(
        target, until: TestLedger.now + .seconds(30 * 86_400), to: "anna", of: TestLedger.bundleID,
        in: .production, within: .everything, author: ActAuthor(name: "eve"), reason: "outage")
      guard case .decided(let item, _, _) = outcome, target == .product("season") else { continue }
      _ = try await ledger.intake.promotions.withdraw(
        item.granted.id, from: "anna", of: TestLedger.bundleID, in: .production,
        author: ActAuthor(name: "eve"), reason: "mistake")
    }
  }

  private static func subscribe(
    _ ledger: TestLedger, chain: String, token: String
  ) async throws {
    let months = ["2026-04-01", "2026-05-01", "2026-06-01"].map { Instant(day: $0) }
    let first = TestLedger.transaction(
      chain, chain: chain, from: months[0], to: months[1], token: token)
    let second = TestLedger.transaction(
      "\(chain)1", chain: chain, from: months[1], to: months[2], token: token)
    _ = try await ledger.intake.notifications.receive(
      notification: try ledger.notification("SUBSCRIBED", first))
    _ = try await ledger.intake.documents.ingest(
      Array(try ledger.authority.sign(payload: second).utf8))
  }

  /// Returns the findings of a verification by a process without earlier knowledge; those of `doctor` too, where asked.
  func findings(by means: ColumnProof.Means) async throws -> [String] {
    if means == .doctor { return await doctor() }
    do {
      let log = try await EventLog(ledger.pool, keyring: ledger.keyring)
      var verification = Verification(pool: ledger.pool, log: log)
      if means == .evidence {
        let root = try RootCertificate(fileContents: ledger.authority.rootCertificateDER)
        verification.roots = [.appleG3, root]
      }
      verification.includesProjections = means == .projections
      verification.includesWallets = means == .wallets
      verification.published = means == .against ? head : nil
      return try await verification.report(now: TestLedger.now).broken.map {
        "\($0.place): \($0.finding)"
      }
    } catch {
      return ["not started: \(error)"]
    }
  }

  private func doctor() async -> [String] {
    await DatabaseExamination(
      pool: ledger.pool, owner: ledger.owner,
      migrator: Migrator(migrations: MigratedDatabase.migrations), keyring: ledger.keyring,
      isEmbedded: true, now: { Instant(Date()) }
    ).findings().filter { $0.verdict != .ok }.map { "\($0.check): \($0.found)" }
  }

  /// Runs a statement by force, past every trigger.
  func damage(_ sql: String) async throws {
    try await ledger.owner.withConnection { connection in
      try await connection.script(
        "begin; set local session_replication_role = replica; \(sql); commit")
    }
  }
}
