import EventStore
import Granting
import Intake
import Ledger
import TestSupport

/// A guest with a pack of 100 gems, and a player into whose account the guest is merged.
protocol MergeCase: SendableMetatype {}

extension MergeCase {
  static var gem: Coin { "gem" }
  static var pack: GemPurchase { GemPurchase("1") }
  static var guest: AccountID { "guest" }
  static var anna: AccountID { "anna" }

  static func reference(_ account: AccountID) -> AccountReference {
    AccountReference(.production, TestLedger.bundleID, account)
  }

  /// Merges an account that a write has named.
  static func merge(
    _ from: AccountID = guest, into: AccountID = anna, key: IdempotencyKey = "merge-1",
    by intake: Intake
  ) async throws -> MergeOutcome {
    _ = try await intake.names.makeKnown(from, of: TestLedger.bundleID, in: [.production])
    return try await intake.merges.merge(
      from, into: into, of: TestLedger.bundleID, in: TestLedger.environments, key: key)
  }

  static func undo(
    _ from: AccountID = guest, into: AccountID = anna, by intake: Intake
  ) async throws -> MergeOutcome {
    try await intake.merges.undoMerge(
      of: from, into: into, of: TestLedger.bundleID, in: TestLedger.environments, author: "kim",
      reason: "ticket 9")
  }

  @discardableResult
  static func ask(
    _ action: WalletCommand.Action, _ key: IdempotencyKey, of account: AccountID,
    by intake: Intake
  ) async throws -> WalletAnswer {
    try await intake.walletDecisions.ask(
      WalletCommand(action, key: key), of: account, in: TestLedger.bundleID,
      environment: .production
    ).answer
  }

  static func give(
    _ amount: Int64, to account: AccountID, by intake: Intake
  ) async throws {
    try await ask(
      .adjust(gem, amount, reason: "gift", author: "kim"), "gift", of: account, by: intake)
  }

  static func balance(_ account: AccountID, _ ledger: TestLedger) async throws -> Int64 {
    try await ledger.intake.wallets.wallet(
      of: reference(account), in: TestLedger.bundleID, environment: .production
    ).wallet.available(gem)
  }

  static func balances(_ ledger: TestLedger) async throws -> [Int64] {
    [try await balance(guest, ledger), try await balance(anna, ledger)]
  }

  static func audit(_ ledger: TestLedger) async throws -> WalletAudit.Counts {
    let audit = WalletAudit(pool: ledger.pool, log: ledger.log)
    var counts = WalletAudit.Counts()
    for head in try await ledger.log.cut().heads where head.lane > 0 {
      counts = counts + (try await audit.verify(head))
    }
    return counts
  }

  /// Runs a ledger whose pack grants 100 gems, posted by the guest.
  static func withPack(
    _ body: @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      let gems = CatalogProduct("gems", type: .consumable, grants: [ProductGrant(gem, 100)])
      _ = try await ledger.intake.catalogs.publish(
        Catalog([gems]), of: TestLedger.bundleID, validFrom: pack.boughtAt)
      _ = try await ledger.known(guest)
      let post = ChainPosted(
        chain: pack.chain, account: reference(guest),
        isSigned: true, postedAt: TestLedger.now)
      try await append([pack.bought(), .chain(.chainPosted(post))], to: ledger)
      try await body(ledger)
    }
  }

  static func append(_ events: [LedgerEvent], to ledger: TestLedger) async throws {
    _ = try await ledger.log.append(events.map { NewEvent($0) })
  }

  static func rejection(_ outcome: MergeOutcome) -> MergeRejection? {
    if case .rejected(let rejection, _) = outcome { rejection } else { nil }
  }
}
