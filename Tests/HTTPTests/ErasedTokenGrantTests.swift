import AppStoreSimulator
import EventStore
import Intake
import Ledger
import Server
import TestSupport
import Testing

/// Grants of a person who had purchases by a token, once the person is erased: they belong to nobody, and pending ones
/// to the next owner of the purchase.
struct ErasedTokenGrantTests {
  private struct Grant: Decodable {
    let id: String, account: String?, state: String
  }
  private struct Page: Decodable { let grants: [Grant] }

  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  private struct Players: Sendable {
    let service: TestService
    let start: String

    func grants(_ query: String = "") async throws -> [String] {
      try await service.ledger.grant()
      try await service.ledger.project()
      let page = try await service.get("/v1/grants\(query)").decode(Page.self)
      return page.grants.map { "\($0.state) \($0.account ?? "-")" }.sorted()
    }

    func register(_ account: String) async throws {
      let answer = try await service.post(
        "/v1/accounts/\(account)/tokens", #"{"appAccountToken":"\#(ErasedTokenGrantTests.token)"}"#)
      #expect(answer.status == 200, "\(answer.body)")
    }

    func post(_ id: String, for account: String, token: String? = nil) async throws {
      let jws = try service.ledger.authority.sign(
        payload: ErasedTokenGrantTests.pack(id, token: token))
      let answer = try await service.post(
        "/v1/transactions", #"{"account":"\#(account)","signedTransactions":["\#(jws)"]}"#)
      // Coins that are not made with the post are late: granting takes its turn in `grants`.
      #expect([200, 202].contains(answer.status), "\(answer.body)")
    }
  }

  private static func pack(_ id: String, token: String?) -> SignableTransaction {
    var pack = TestLedger.transaction(
      id, product: "gems", type: "Consumable", from: Instant(day: "2026-05-01"))
    pack.appAccountToken = token
    return pack
  }

  /// Runs a service in which Anna was erased, who had 100 gems and a ticket that the game keeps, under her token.
  private static func withErased(_ body: @escaping @Sendable (Players) async throws -> Void)
    async throws
  {
    try await TestService.with { service in
      let grants = [ProductGrant("gem", 100), ProductGrant("ticket", 1)]
      _ = try await service.ledger.intake.catalogs.publish(
        try Catalog(
          [CatalogProduct("gems", type: .consumable, grants: grants)],
          coins: ["gem": .daicho, "ticket": .game]),
        of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
      let before = Players(service: service, start: "")
      try await before.register("anna")
      try await before.post("1", for: "anna", token: token)
      #expect(try await before.grants() == ["credited anna", "pending anna"])
      let players = Players(
        service: service,
        start: service.ledger.log.token(try await service.ledger.log.position()).description)
      #expect(try await service.delete("/v1/accounts/anna").status == 200)
      #expect(try await players.grants() == ["credited -", "pending -"])
      try await body(players)
    }
  }

  @Test func `are listed among the changed ones`() async throws {
    try await Self.withErased { players in
      let changed = try await players.grants("?changedAfter=\(players.start)")
      #expect(changed == ["credited -", "pending -"])
    }
  }

  @Test func `are not those of the next person with the name`() async throws {
    try await Self.withErased { players in
      try await players.post("2", for: "anna")
      #expect(
        try await players.grants()
          == ["credited -", "credited anna", "pending -", "pending anna"])
      #expect(
        try await players.grants("?account=anna") == ["credited anna", "pending anna"])
      let told = try await PurchaseExplanation(
        ChainID(.production, "1"), from: players.service.ledger.reader, at: TestLedger.now,
        knownAt: nil)
      #expect(!told.lines.contains { $0.contains("anna") }, "\(told.lines)")
      let history = try await players.service.get("/v1/accounts/anna/history").body
      #expect(!history.contains(#""originalTransactionId":"1""#))
    }
  }

  @Test(arguments: ["bert", "anna"])
  func `pending ones go to the next owner, by the token or by a post`(next: String) async throws {
    try await Self.withErased { players in
      try await players.register(next)
      #expect(try await players.grants() == ["credited -", "pending \(next)"])
    }
    try await Self.withErased { players in
      try await players.post("1", for: next, token: Self.token)
      #expect(try await players.grants() == ["credited -", "pending \(next)"])
    }
  }

  @Test func `a history of the next owner does not name the former one, whose name is taken again`()
    async throws
  {
    try await Self.withErased { players in
      try await players.register("bert")
      try await players.post("2", for: "anna")
      _ = try await players.grants()
      let history = try await players.service.get("/v1/accounts/bert/history").body
      #expect(history.contains(#""originalTransactionId":"1""#))
      #expect(!history.contains("anna"), "\(history)")
    }
  }
}
