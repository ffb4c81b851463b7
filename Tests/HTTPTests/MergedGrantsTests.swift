import Access
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// The grants of a guest's packs, listed as changed after the guest was merged.
struct MergedGrantsTests {
  private struct Page: Decodable {
    struct Grant: Decodable {
      let account: String?
      let transactionId: String
    }
    let grants: [Grant]
    let next: String?
    let position: String
  }

  /// Runs a service in which a guest bought three packs of gems and a stranger one.
  private static func withGuest(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      let ledger = service.ledger
      _ = try await ledger.intake.catalogs.publish(
        Catalog(
          [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])],
          coins: ["gem": .daicho]), of: TestLedger.bundleID, validFrom: GemPurchase("1").boughtAt)
      for (id, account) in [("1", "guest"), ("2", "guest"), ("3", "guest"), ("4", "stranger")] {
        let pack = GemPurchase(TransactionID(id))
        let owner = try await ledger.known(AccountID(account)).reference
        try await ledger.record([pack.bought(), pack.owned(by: owner)])
      }
      try await settle(service)
      try await body(service)
    }
  }

  private static func settle(_ service: TestService) async throws {
    try await service.ledger.grant()
    try await service.ledger.project()
  }

  private static func merge(_ service: TestService) async throws {
    var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
    if let key = HTTPField.Name("Idempotency-Key") { headers[key] = "m-1" }
    let answer = try await service.ask(
      "/v1/accounts/anna/merge", .post, headers, #"{"from":"guest"}"#)
    #expect(answer.status == 200)
    try await settle(service)
  }

  /// Returns all pages of the changes, and the position from which the next reading goes on.
  private static func changes(
    _ service: TestService, after position: String, _ filter: String = "", limit: Int
  ) async throws -> (pages: [[String]], position: String) {
    var (pages, cursor) = ([[String]](), "")
    while true {
      let page = try await service.get(
        "/v1/grants?changedAfter=\(position)&limit=\(limit)\(filter)\(cursor)"
      ).decode(Page.self)
      pages.append(page.grants.map { "\($0.transactionId) \($0.account ?? "-")" }.sorted())
      guard let next = page.next else { return (pages, page.position) }
      cursor = "&after=\(next)"
    }
  }

  @Test(arguments: [1, 2, 100])
  func `each is listed once with its new account, page by page`(limit: Int) async throws {
    try await Self.withGuest { service in
      let before = try await service.get("/v1/grants").decode(Page.self).position
      try await Self.merge(service)
      let changes = try await Self.changes(service, after: before, limit: limit)
      #expect(changes.pages.flatMap(\.self).sorted() == ["1 anna", "2 anna", "3 anna"])
      #expect(changes.pages.allSatisfy { $0.count <= limit })
      let later = try await Self.changes(service, after: changes.position, limit: limit)
      #expect(later.pages == [[]])
    }
  }

  @Test func `a refund meanwhile lists its grant once, and other filters hold`() async throws {
    try await Self.withGuest { service in
      let before = try await service.get("/v1/grants").decode(Page.self).position
      try await Self.merge(service)
      try await service.ledger.record([GemPurchase("2").refunded()])
      try await Self.settle(service)
      for (filter, expected) in [
        ("", ["1 anna", "2 anna", "3 anna"]), ("&account=anna", ["1 anna", "2 anna", "3 anna"]),
        ("&account=stranger", []), ("&state=revoked", ["2 anna"]),
        ("&environment=Sandbox", []),
      ] {
        let changes = try await Self.changes(service, after: before, filter, limit: 100)
        #expect(changes.pages == [expected])
      }
    }
  }
}
