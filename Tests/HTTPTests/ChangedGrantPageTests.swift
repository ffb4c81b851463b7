import Access
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// The pages of the grants that were made or changed after a position.
struct ChangedGrantPageTests {
  private struct Page: Decodable {
    struct Grant: Decodable {
      let id: String
      let account: String?
    }
    let grants: [Grant]
    let next: String?
  }

  private static let packs = 4
  private static let coins: [Coin] = ["gem", "key", "star"]

  /// Runs a service after a guest has bought packs of three coins each, granted at once.
  private static func withPacks(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      let ledger = service.ledger
      let pack = CatalogProduct(
        "gems", type: .consumable, grants: coins.map { ProductGrant($0, 10) })
      _ = try await ledger.intake.catalogs.publish(
        Catalog([pack], coins: ["gem": .daicho, "key": .daicho, "star": .game]),
        of: TestLedger.bundleID, validFrom: GemPurchase("1").boughtAt)
      let guest = try await ledger.known("guest").reference
      for number in 1...packs {
        let bought = GemPurchase(TransactionID("\(number)"))
        try await ledger.record([bought.bought(), bought.owned(by: guest)])
      }
      try await settle(service)
      try await body(service)
    }
  }

  private static func settle(_ service: TestService) async throws {
    try await service.ledger.grant()
    try await service.ledger.project()
  }

  /// Returns all pages of the changes since the beginning.
  private static func pages(_ service: TestService, limit: Int) async throws -> [[Page.Grant]] {
    var (pages, cursor) = ([[Page.Grant]](), "")
    while true {
      let page = try await service.get("/v1/grants?changedAfter=&limit=\(limit)\(cursor)")
        .decode(Page.self)
      pages.append(page.grants)
      guard let next = page.next else { return pages }
      cursor = "&after=\(next)"
    }
  }

  @Test func `no page is longer than its limit, and no grant is left out`() async throws {
    try await Self.withPacks { service in
      for limit in [1, 2, 3, 5, 12, 100] {
        let pages = try await Self.pages(service, limit: limit)
        #expect(pages.allSatisfy { $0.count <= limit })
        let listed = pages.flatMap(\.self).map(\.id)
        // Once by its last change, and once because its account became known.
        let grants = Self.packs * Self.coins.count
        #expect(Set(listed).count == grants && listed.count <= 2 * grants)
      }
    }
  }

  @Test func `renamed grants do not make a page longer`() async throws {
    try await Self.withPacks { service in
      var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
      if let key = HTTPField.Name("Idempotency-Key") { headers[key] = "m-1" }
      let merged = try await service.ask(
        "/v1/accounts/anna/merge", .post, headers, #"{"from":"guest"}"#)
      #expect(merged.status == 200)
      try await Self.settle(service)
      for limit in [1, 5, 12] {
        let pages = try await Self.pages(service, limit: limit)
        #expect(pages.allSatisfy { $0.count <= limit })
        let listed = pages.flatMap(\.self)
        #expect(Set(listed.map(\.id)).count == Self.packs * Self.coins.count)
        #expect(listed.allSatisfy { $0.account == "anna" })
      }
    }
  }

  @Test func `a place that no page named is refused`() async throws {
    try await Self.withPacks { service in
      let next = try await service.get("/v1/grants?changedAfter=&limit=1").decode(Page.self).next
      let parts = try #require(next).split(separator: "~").prefix(2).joined(separator: "~")
      for end in ["~x", "~1", "~1-2", "~names-", "~x-00000000000000000000000000000000"] {
        let answer = try await service.get("/v1/grants?changedAfter=&limit=1&after=\(parts)\(end)")
        #expect(answer.status == 400, "\(end): \(answer.body)")
      }
    }
  }
}
