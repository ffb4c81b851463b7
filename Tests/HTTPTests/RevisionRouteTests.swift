import Access
import AppStoreSimulator
import EventStore
import Foundation
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// The revisions of grants, by which a game knows the later of two tellings.
struct RevisionRouteTests {
  private struct Grant: Decodable, Hashable {
    let id: String
    let revision: Int64
    let account: String?
    let state: String
    let revokedAmount: Int64
    let bookedAmount: Int64?

    /// Everything that changes, beside the revision.
    var told: String {
      "\(account ?? "-") \(state) \(revokedAmount) \(bookedAmount.map(String.init) ?? "-")"
    }
  }

  private struct Page: Decodable {
    let grants: [Grant]
    let next: String?
    let position: String
  }

  private static let pack = GemPurchase("1")

  /// Runs a service in which a guest bought seven stars, which the game keeps.
  private static func withStars(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      let ledger = service.ledger
      _ = try await ledger.intake.catalogs.publish(
        Catalog(
          [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("star", 7)])],
          coins: ["star": .game]), of: TestLedger.bundleID, validFrom: pack.boughtAt)
      let owner = try await ledger.known("guest").reference
      try await ledger.record([pack.bought(), pack.owned(by: owner)])
      try await settle(service)
      try await body(service)
    }
  }

  private static func settle(_ service: TestService) async throws {
    try await service.ledger.grant()
    try await service.ledger.project()
  }

  private static func grant(_ service: TestService) async throws -> Grant {
    try #require(try await service.get("/v1/grants").decode(Page.self).grants.first)
  }

  private static func merge(_ service: TestService, _ suffix: String, _ body: String) async throws {
    var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
    if let key = HTTPField.Name("Idempotency-Key") { headers[key] = "m-1" }
    let answer = try await service.ask("/v1/accounts/anna/merge\(suffix)", .post, headers, body)
    #expect(answer.status == 200, "\(answer.body)")
  }

  @Test func `grow with everything that a grant shows, and are the same after a rebuild`()
    async throws
  {
    try await Self.withStars { service in
      let ledger = service.ledger
      _ = try await ledger.known("anna")
      let first = try await Self.grant(service)
      let steps: [@Sendable () async throws -> Void] = [
        { try await ledger.record([Self.pack.refunded(33_333)]) },
        {
          _ = try await service.post("/v1/grants/\(first.id)/acknowledge", #"{"bookedAmount":5}"#)
        },
        { try await ledger.record([Self.pack.bought(said: 9)]) },
        { try await Self.merge(service, "", #"{"from":"guest"}"#) },
        {
          try await Self.merge(
            service, "/undo", #"{"from":"guest","author":"kim","reason":"a mistake"}"#)
        },
        {
          _ = try await ledger.intake.erasures.erase(
            ledger.account("guest").reference, of: TestLedger.bundleID, in: .production)
        },
      ]
      var last = first
      for (number, step) in steps.enumerated() {
        try await step()
        // Names are told before the granter has met their events, and after it.
        try await ledger.project()
        let named = try await Self.grant(service)
        if named.told != last.told { #expect(named.revision > last.revision, "step \(number)") }
        try await Self.settle(service)
        let next = try await Self.grant(service)
        #expect(next.told != last.told, "step \(number)")
        #expect(next.revision > last.revision, "step \(number)")
        last = next
      }
      try await ledger.forgetProjections()
      try await ledger.project()
      #expect(try await Self.grant(service) == last)
    }
  }

  @Test(arguments: [false, true])
  func `are the same in the answer to a post and in the list`(restores: Bool) async throws {
    struct Outcome: Decodable {
      struct Item: Decodable { let grants: [Grant]? }
      let transactions: [Item]
    }
    let account = "70c3a000-0000-4000-8000-000000000004"
    try await TestService.with { service in
      let grants = [ProductGrant("gem", 50), ProductGrant("star", 7)]
      _ = try await service.ledger.intake.catalogs.publish(
        Catalog(
          [CatalogProduct("com.example.month", type: .autoRenewable, grants: grants)],
          coins: ["gem": .daicho, "star": .game]), of: TestLedger.bundleID,
        validFrom: Instant(day: "2026-01-01"))
      let jws = try service.ledger.authority.sign(
        payload: SignableTransaction.month(token: account))
      let post =
        #"{"account":"\#(account)","restore":\#(restores),"signedTransactions":["\#(jws)"]}"#
      _ = try await service.post("/v1/transactions", post)
      try await Self.settle(service)
      let posted = try await service.post("/v1/transactions", post).decode(Outcome.self)
      let listed = try await service.get("/v1/grants").decode(Page.self).grants
      #expect(listed.count == 2)
      #expect(Set(posted.transactions.flatMap { $0.grants ?? [] }) == Set(listed))
    }
  }

  @Test func `an empty position lists everything, and goes on from there`() async throws {
    try await Self.withStars { service in
      let all = try await service.get("/v1/grants?changedAfter=").decode(Page.self)
      #expect(all.grants.map(\.told) == ["guest pending 0 -"])
      let none = try await service.get("/v1/grants?changedAfter=\(all.position)").decode(Page.self)
      #expect(none.grants.isEmpty)
      try await service.ledger.record([Self.pack.refunded()])
      try await Self.settle(service)
      let changed = try await service.get("/v1/grants?changedAfter=\(all.position)")
        .decode(Page.self)
      #expect(changed.grants.map(\.told) == ["guest revoked 7 -"])
    }
  }

  @Test
  func `after a restore the answer names the position to go on from, and revisions are higher`()
    async throws
  {
    struct Problem: Decodable { let code: String, from: String }
    try await Self.withStars { service in
      let before = try await service.get("/v1/grants?changedAfter=").decode(Page.self)
      _ = try await service.ledger.intake.installation.openEpoch(
        because: "restored", by: service.ledger.owner)
      try await service.ledger.intake.installation.unpause(by: service.ledger.owner)
      let refused = try await service.get("/v1/grants?changedAfter=\(before.position)")
      #expect(refused.status == 409)
      let problem = try refused.decode(Problem.self)
      #expect(problem.code == "epoch_changed")
      let since = try await service.get("/v1/grants?changedAfter=\(problem.from)").decode(Page.self)
      #expect(since.grants.isEmpty)
      let all = try await service.get("/v1/grants?changedAfter=").decode(Page.self)
      #expect(all.grants.map(\.told) == before.grants.map(\.told))
      let (old, new) = (before.grants[0].revision, all.grants[0].revision)
      #expect(new > old)
      #expect(new < 1 << 53)
    }
  }
}
