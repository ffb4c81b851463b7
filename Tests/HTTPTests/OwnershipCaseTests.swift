import AppStoreSimulator
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// Purchases of coins that two accounts post, with balances worked out by hand.
struct OwnershipCaseTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let day = Instant(day: "2026-05-01")

  enum Act: String, CaseIterable { case notified, annaPosts, bertPosts }

  private static let orders: [[Act]] = [
    [.notified, .annaPosts, .bertPosts], [.notified, .bertPosts, .annaPosts],
    [.annaPosts, .notified, .bertPosts], [.annaPosts, .bertPosts, .notified],
    [.bertPosts, .notified, .annaPosts], [.bertPosts, .annaPosts, .notified],
  ]

  private static func pack(_ id: String) -> SignableTransaction {
    TestLedger.transaction(
      id, product: "gems", type: "Consumable", from: day, token: token)
  }

  private static func with(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with(link: .standard) { service in
      let gems = CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])
      _ = try await service.ledger.intake.catalogs.publish(
        Catalog([gems]), of: TestLedger.bundleID, validFrom: day)
      try await body(service)
    }
  }

  private static func gems(_ accounts: [String], _ service: TestService) async throws -> [Int64] {
    struct Wallet: Decodable {
      struct Balance: Decodable { let balance: Int64 }
      let balances: [Balance]
    }
    try await service.ledger.grant()
    var gems: [Int64] = []
    for account in accounts {
      let answer = try await service.get("/v1/accounts/\(account)/wallet")
      gems.append(try answer.decode(Wallet.self).balances.first?.balance ?? 0)
    }
    return gems
  }

  @Test(arguments: orders)
  func `the account of the token has the coins, whoever posts first`(order: [Act]) async throws {
    try await Self.with { service in
      _ = try await service.registers("anna", Self.token)
      for act in order {
        switch act {
        case .notified: try await service.hears(Self.pack("1"))
        case .annaPosts: #expect(try await service.posts("anna", Self.pack("1")).reason == nil)
        case .bertPosts:
          let item = try await service.posts("bert", Self.pack("1"))
          #expect(item.reason == "owned_by_another_account" && item.finish)
        }
        try await service.ledger.grant()
      }
      #expect(try await Self.gems(["anna", "bert"], service) == [100, 0])
    }
  }

  @Test func `an account that is its own token keeps its wallet apart from another poster's`()
    async throws
  {
    try await Self.with { service in
      try await service.hears(Self.pack("1"))
      let early = try await service.posts("bert", Self.pack("1"))
      #expect(early.reason == "token_not_registered")
      #expect(try await service.posts(Self.token, Self.pack("1")).reason == nil)
      let late = try await service.posts("bert", Self.pack("1"))
      #expect(late.reason == "owned_by_another_account")
      #expect(try await Self.gems([Self.token, "bert"], service) == [100, 0])
    }
  }

  @Test func `a wrong login misroutes nothing: four packs wait for their token`() async throws {
    try await Self.with { service in
      _ = try await service.posts("bert", Self.pack("1"))
      for id in ["2", "3", "4"] {
        try await service.hears(Self.pack(id))
        #expect(try await service.posts("anna", Self.pack(id)).reason == "token_not_registered")
      }
      #expect(try await Self.gems(["anna", "bert"], service) == [0, 0])
      #expect(try await service.registers("anna", Self.token).status == 200)
      #expect(try await Self.gems(["anna", "bert"], service) == [400, 0])
    }
  }

  @Test func `a stranger's purchase under a victim's token moves nothing of the victim`()
    async throws
  {
    try await Self.with { service in
      _ = try await service.registers("victim", Self.token)
      try await service.hears(.month(token: Self.token))
      try await service.hears(Self.pack("1"))
      // The stranger buys a pack of his own and signs it with the victim's token.
      let item = try await service.posts("stranger", Self.pack("2"))
      #expect(item.reason == "owned_by_another_account")
      #expect(try await Self.gems(["victim", "stranger"], service) == [200, 0])
      #expect(try await service.users(among: ["victim", "stranger"]) == ["victim"])
      #expect(try await service.registers("stranger", Self.token).status == 409)
    }
  }
}
