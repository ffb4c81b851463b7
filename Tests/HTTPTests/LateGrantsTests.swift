import Access
import AppStoreSimulator
import Foundation
import Intake
import Ledger
import Outbox
import TestSupport
import Testing

@testable import HTTP

/// The outcome of a post while the granter has yet to make the grants of its purchase, or to give them to the
/// account that owns it since.
struct LateGrantsTests {
  private static let token = "70c3a000-0000-4000-8000-000000000004"

  /// The way on which the ledger met a purchase before its owner posted it.
  enum Meeting: CaseIterable {
    case notification, postWithoutAccount, waitingToken
  }

  private struct Outcome: Decodable {
    struct Item: Decodable {
      struct Grant: Decodable {
        let account: String?, state: String, deliveredElsewhere: Bool?
      }
      let account: String?
      let grants: [Grant]?
      let grantReason: String?
    }
    let transactions: [Item]
  }

  private static func gems(token: String? = nil) -> SignableTransaction {
    TestLedger.transaction(
      "1", product: "gems", type: "Consumable", from: Instant(day: "2026-05-01"), token: token)
  }

  private static func publish(_ wallet: CoinWallet, in service: TestService) async throws {
    let catalog = try Catalog(
      [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])],
      coins: ["gem": wallet])
    _ = try await service.ledger.intake.catalogs.publish(
      catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
  }

  /// Takes a post without waiting for the grants, and returns the id of its receipt.
  private static func take(
    _ transaction: SignableTransaction, for account: AccountID?, in service: TestService
  ) async throws -> String {
    let jws = try service.ledger.authority.sign(payload: transaction)
    return try await service.backend.receipts.receive(
      TransactionPost(account: account, signedTransactions: [jws]), from: service.key.id
    ).id
  }

  /// Expects that the grants of a receipt are late, and returns its only item after granting.
  private static func item(
    grantedLateIn receipt: String, of service: TestService
  ) async throws -> Outcome.Item {
    let late = try await service.get("/v1/receipts/\(receipt)")
    #expect(late.status == 202, "\(late.body)")
    let waiting = try late.decode(Outcome.self).transactions[0]
    #expect(waiting.grants == nil && waiting.grantReason == nil)
    try await service.ledger.grant()
    let granted = try await service.get("/v1/receipts/\(receipt)")
    #expect(granted.status == 200, "\(granted.body)")
    return try granted.decode(Outcome.self).transactions[0]
  }

  @Test(arguments: Meeting.allCases)
  func `a coin kept by the game is late until the grant has its owner`(
    meeting: Meeting
  ) async throws {
    try await TestService.with { service in
      try await Self.publish(.game, in: service)
      let gems = Self.gems(token: meeting == .waitingToken ? Self.token : nil)
      if meeting == .postWithoutAccount {
        _ = try await Self.take(gems, for: nil, in: service)
      } else {
        let notification = try service.ledger.notification("ONE_TIME_CHARGE", gems)
        _ = try await service.notify(String(decoding: notification, as: UTF8.self))
      }
      try await service.ledger.grant()
      if meeting == .waitingToken {
        #expect(try await service.registers("anna", Self.token).status == 200)
      }
      let receipt = try await Self.take(gems, for: "anna", in: service)
      let item = try await Self.item(grantedLateIn: receipt, of: service)
      #expect(item.account == "anna")
      #expect(item.grants?.map(\.account) == ["anna"])
      #expect(item.grants?.map(\.state) == ["pending"])
    }
  }

  @Test func `a grant of a former owner is late until the present owner has it`() async throws {
    try await TestService.with(link: .transfer(coolDown: .zero)) { service in
      try await service.sellsGemsByTheMonth()
      try await service.hears(.month())
      #expect(try await service.links("gina").status == 200)
      try await service.ledger.grant()
      let receipt = try await Self.take(.month(), for: "mary", in: service)
      let item = try await Self.item(grantedLateIn: receipt, of: service)
      #expect(item.account == "mary")
      #expect(item.grants?.map(\.account) == ["mary"])
      #expect(item.grants?.map(\.state) == ["credited"])
      let wallet = try await service.get("/v1/accounts/mary/wallet")
      #expect(wallet.body.contains(#""balance":50"#))
    }
  }

  @Test func `coins delivered before the cut-over are listed as all others`() async throws {
    try await TestService.with { service in
      try await Self.publish(.daicho, in: service)
      try await service.ledger.intake.catalogs.declare(
        before: Instant(day: "2026-06-01"), of: TestLedger.bundleID, in: .production)
      let receipt = try await Self.take(Self.gems(), for: "anna", in: service)
      let item = try await Self.item(grantedLateIn: receipt, of: service)
      #expect(item.grants?.map(\.state) == ["acknowledged"])
      #expect(item.grants?.map(\.deliveredElsewhere) == [true])
    }
  }
}
