import AppStoreSimulator
import EventStore
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

struct KnownAtTests {
  private static let account = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let other = "7a6b5c4d-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let reads = [
    "accounts/\(account)/entitlements", "accounts/\(account)/subscriptions",
    "accounts/\(account)/tenure", "accounts/\(account)/history", "accounts/\(account)",
    "purchases/2000",
  ]

  private func withMonth(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.withMonth(of: Self.account) { service in
      _ = try await service.ledger.intake.commission.enter(
        "news", of: nil, from: Instant(day: "2026-05-01"), until: nil)
      try await service.ledger.project()
      try await body(service)
    }
  }
  /// Asks now, runs `happening`, and asks again as of the first moment.
  private func asking(
    _ paths: [String], of service: TestService, after happening: () async throws -> Void
  ) async throws {
    let moment = try await service.ledger.log.cut().moment
    var answers: [String] = []
    for path in paths { answers.append(try await service.get("/v1/\(path)").body) }
    try await happening()
    try await service.ledger.project()
    for (path, answer) in zip(paths, answers) {
      #expect(try await service.get("/v1/\(path)").body != answer, "\(path) is as before")
      let mark = path.contains("?") ? "&" : "?"
      let past = try await service.get("/v1/\(path)\(mark)knownAt=\(moment)").body
      #expect(past == answer, "\(path)")
    }
  }

  @Test func `what was answered is answered again after a refund and a program`() async throws {
    try await withMonth { service in
      try await asking(Self.reads, of: service) {
        var refunded = SignableTransaction.month(token: Self.account)
        refunded.revocationDate = Instant(day: "2026-05-20").milliseconds
        refunded.signedDate = Instant(day: "2026-05-21").milliseconds
        let jws = try service.ledger.authority.subscribed(refunded)
        _ = try await service.notify(#"{"signedPayload":"\#(jws)"}"#)
        _ = try await service.ledger.intake.commission.enter(
          Program.smallBusiness, of: nil, from: Instant(day: "2026-05-01"), until: nil)
      }
    }
  }

  @Test func `a history up to a moment leaves out what was told of a later time`() async throws {
    struct History: Decodable {
      struct Item: Decodable { let assertedAt: String }
      let history: [Item]
    }
    try await withMonth { service in
      var refunded = SignableTransaction.month(token: Self.account)
      refunded.revocationDate = Instant(day: "2026-05-20").milliseconds
      refunded.signedDate = Instant(day: "2026-05-21").milliseconds
      try await service.hears(refunded)
      let path = "/v1/accounts/\(Self.account)/history"
      let all = try await service.get(path).decode(History.self).history
      let end = "2026-05-20T23:59:59.999Z"
      let past = try await service.get("\(path)?at=\(end)").decode(History.self).history
      #expect(past.map(\.assertedAt) == all.map(\.assertedAt).filter { $0 <= end })
      #expect(!past.isEmpty && past.count < all.count)
      let first = try await service.get("\(path)?at=\(end)&limit=1").decode(History.self).history
      #expect(first.map(\.assertedAt) == past.prefix(1).map(\.assertedAt))
    }
  }

  @Test func `what an account had is answered again after its erasure`() async throws {
    try await withMonth { service in
      let key = service.ledger.account(AccountID(Self.account))
      try await asking(Array(Self.reads.dropLast()), of: service) {
        _ = try await service.ledger.intake.erasures.erase(
          key.reference, of: TestLedger.bundleID, in: .production)
      }
    }
  }

  @Test func `what an account had is answered again after another one took it`() async throws {
    try await withMonth { service in
      try await asking(Self.reads, of: service) {
        var moved = SignableTransaction.month(token: Self.other)
        moved.signedDate = Instant(day: "2026-05-25").milliseconds
        let jws = try service.ledger.authority.subscribed(moved)
        _ = try await service.notify(#"{"signedPayload":"\#(jws)"}"#)
      }
    }
  }

  @Test func `a purchase belongs to the guest who had it before a merge`() async throws {
    try await withMonth { service in
      _ = try await service.ledger.known("anna")
      try await asking(["purchases/2000"], of: service) {
        _ = try await service.ledger.intake.merges.merge(
          AccountID(Self.account), into: "anna", of: TestLedger.bundleID,
          in: TestLedger.environments, key: "m")
      }
      let now = try await service.get("/v1/purchases/2000")
      #expect(now.body.contains(#""account":"anna""#))
    }
  }

  @Test func `what an account had is answered again after a catalog named its level`()
    async throws
  {
    try await withMonth { service in
      let path = Self.reads[0]
      let tag = try await service.get("/v1/\(path)").headers[.eTag]
      try await asking([path], of: service) {
        let month = CatalogProduct(
          "com.example.month", type: .autoRenewable, subscriptionGroupID: "group", level: 2)
        _ = try await service.ledger.intake.catalogs.publish(
          try Catalog([month]), of: TestLedger.bundleID, validFrom: Instant(day: "2026-05-01"))
      }
      let answer = try await service.get("/v1/\(path)")
      #expect(answer.body.contains(#""level":2,"#))
      #expect(answer.headers[.eTag] != tag)
      let before = try await service.get("/v1/\(path)?at=2026-05-20T00:00:00Z")
      #expect(before.body.contains(#""level":2,"#))
    }
  }

  @Test(arguments: reads) func `the future is not known`(path: String) async throws {
    try await withMonth { service in
      let answer = try await service.get("/v1/\(path)?knownAt=2999-01-01T00:00:00Z")
      #expect(answer.problem == "400 invalid_parameter")
      #expect(answer.body.contains("`knownAt`"))
    }
  }

  @Test func `before anything was recorded nothing was known`() async throws {
    try await withMonth { service in
      let past = "knownAt=2001-01-01T00:00:00Z"
      let entitlements = try await service.get("/v1/\(Self.reads[0])?\(past)")
      #expect(entitlements.body.contains(#""entitlements":[]"#))
      #expect(try await service.get("/v1/\(Self.reads[2])?\(past)").body.contains(#""groups":[]"#))
      let purchase = try await service.get("/v1/purchases/2000?\(past)")
      #expect(purchase.problem == "404 purchase_not_found")
    }
  }

  @Test(arguments: 1...6)
  func `a report is made again as it was, byte for byte`(seed: UInt64) async throws {
    try await TestService.with { service in
      var lives = ServiceLives(seed: seed)
      let batches = lives.batches()
      for batch in batches[..<(batches.count / 2)] { try await service.ledger.record(batch) }
      try await service.ledger.record(PaidMonths("3000").events(14))
      try await service.ledger.project()
      let time = "to=2026-03-01T00:00:00.000Z"
      let paths = ["commission?\(time)", "tenure?\(time)", "tenure?\(time)&lapsing=366"]
      var answers: [(String, String)] = []
      for path in paths {
        let first = try await service.get("/v1/reports/\(path)").body
        let moment = try #require(try first.knownAt, "\(path), seed \(seed)")
        for format in ["json", "csv"] {
          let path = "/v1/reports/\(path)&format=\(format)&knownAt=\(moment)"
          answers.append((path, try await service.get(path).body))
          if format == "json" { #expect(answers.last?.1 == first, "\(path), seed \(seed)") }
        }
      }
      for batch in batches[(batches.count / 2)...] { try await service.ledger.record(batch) }
      try await service.ledger.project()
      for (path, answer) in answers {
        #expect(try await service.get(path).body == answer, "\(path), seed \(seed)")
      }
    }
  }

  @Test func `tenure is answered by the published year and gap`() async throws {
    try await withMonth { service in
      let settings = TenureSettings(
        yearOfService: .seconds(31 * 86_400), gapMax: .seconds(30 * 86_400))
      _ = try await service.ledger.intake.commission.publish(.standard, settings, in: .sandbox)
      let path = "/v1/\(Self.reads[2])"
      let before = try await service.get(path).body
      #expect(before.contains(#""reducedRateFrom":"2027-05-15T00:00:00.000Z""#))
      _ = try await service.ledger.intake.commission.publish(.standard, settings, in: .production)
      let after = try await service.get(path).body
      #expect(after.contains(#""reducedRateFrom":"2026-06-15T00:00:00.000Z""#))
      #expect(after.contains(#""restartsAt":"2026-07-15T00:00:00.000Z""#))
    }
  }
}

extension String {
  /// The `knownAt` of a JSON answer.
  fileprivate var knownAt: String? {
    get throws {
      struct Cut: Decodable { let knownAt: String? }
      return try Answer(status: 200, headers: [:], body: self).decode(Cut.self).knownAt
    }
  }
}
