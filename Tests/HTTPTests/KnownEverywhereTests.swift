import Access
import AppStoreSimulator
import EventStore
import HTTPTypes
import Intake
import Ledger
import TestSupport
import Testing

/// The first writes under a name, which make its account known in every environment that their keys reach.
struct KnownEverywhereTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let account = "/v1/accounts/\(token)"

  enum Write: CaseIterable {
    case post, spend, consent, link, support, promotion
  }

  /// Apple tells of a month in the sandbox, which waits under the token, and a catalog is published.
  private static func with(
    _ test: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      let catalog = try await service.put(
        "/v1/catalog?from=2026-01-01T00:00:00Z",
        #"""
        {"coins":{"gem":{"wallet":"daicho"}},"products":[
          {"productId":"com.example.month","type":"Auto-Renewable Subscription",
           "subscriptionGroupId":"group","period":"P1M","unlocks":["pro"],
           "grants":[{"coin":"gem","amount":5}]}]}
        """#)
      #expect(catalog.status == 200, "\(catalog.body)")
      try await service.hears(tried)
      try await test(service)
    }
  }

  private static var tried: SignableTransaction {
    var month = SignableTransaction.month("3000", token: token)
    month.environment = "Sandbox"
    return month
  }

  private static func send(
    _ write: Write, to service: TestService, as key: APIKey? = nil, query: String = ""
  ) async throws -> Answer {
    switch write {
    case .post:
      let jws = try service.ledger.authority.sign(payload: SignableTransaction.month())
      return try await service.post(
        "/v1/transactions", #"{"account":"\#(token)","signedTransactions":["\#(jws)"]}"#, as: key)
    case .spend:
      let name = try #require(HTTPField.Name("Idempotency-Key"))
      return try await service.ask(
        "\(account)/wallet/spend\(query)", .post,
        [.authorization: "Bearer \((key ?? service.key).text)", name: "sword"],
        #"{"coin":"gem","amount":1}"#)
    case .consent:
      return try await service.put(
        "\(account)/consent\(query)", #"{"consumption":true}"#, as: key)
    case .link:
      return try await service.post(
        "\(account)/purchases\(query)", #"{"originalTransactionId":"2000"}"#, as: key)
    case .support:
      return try await service.post(
        "\(account)/purchases\(query)",
        #"{"originalTransactionId":"2000","reason":"ticket 9"}"#, as: key)
    case .promotion:
      return try await service.post(
        "\(account)/entitlements\(query)",
        #"{"name":"pro","until":"2026-07-01T00:00:00.000Z","reason":"ticket 9","author":"eve"}"#,
        as: key)
    }
  }

  private static func isKnown(
    in environment: StoreEnvironment, _ service: TestService
  ) async throws -> Bool {
    let name = AccountReference(environment, TestLedger.bundleID, AccountID(token))
    return try await service.ledger.accounts.aliases(of: [name])[0].isKnown
  }

  private static func sandboxPurchases(_ service: TestService) async throws -> [String] {
    struct Entitlements: Decodable {
      struct Entitlement: Decodable { let originalTransactionId: String }
      let entitlements: [Entitlement]
    }
    try await service.ledger.project()
    return try await service.get("\(account)/entitlements?environment=Sandbox")
      .decode(Entitlements.self).entitlements.map(\.originalTransactionId)
  }

  @Test(arguments: Write.allCases)
  func `brings along what waits in another environment, whatever is written`(write: Write)
    async throws
  {
    try await Self.with { service in
      if write == .link || write == .support { try await service.hears(.month()) }
      #expect(try await Self.sandboxPurchases(service) == [])
      let answer = try await Self.send(write, to: service)
      #expect(answer.status == (write == .spend ? 409 : 200), "\(answer.body)")
      for environment in TestLedger.environments {
        #expect(try await Self.isKnown(in: environment, service))
      }
      #expect(try await Self.sandboxPurchases(service) == ["3000"])
      try await service.verifyProjections()
      let brought = #""environments":[{"brought":["3000"],"environment":"Sandbox"}]"#
      if write != .spend { #expect(answer.body.contains(brought)) }
      let again = try await Self.send(write, to: service)
      if write != .spend { #expect(again.body.contains(#""environments":[]"#)) }
    }
  }

  @Test(arguments: Write.allCases.filter { $0 != .spend })
  func `the position of an answer covers what it says it brought`(write: Write) async throws {
    try await Self.with { service in
      if write == .link || write == .support { try await service.hears(.month()) }
      let answer = try await Self.send(write, to: service)
      let text = try #require(answer.body.firstMatch(of: /"position":"([^"]+)"/)).1
      let position = try #require(PositionToken(String(text))).position
      let name = AccountReference(.sandbox, TestLedger.bundleID, AccountID(Self.token))
      let events = try await service.ledger.log.reading.events(of: .account(name), limit: 99)
      #expect(!events.isEmpty)
      for event in events {
        #expect(position.covers(Position([event.id.lane: event.id.position])))
      }
      try await service.ledger.project()
      let read = try await service.get(
        "\(Self.account)/entitlements?environment=Sandbox&minPosition=\(text)")
      #expect(read.body.contains(#""originalTransactionId":"3000""#), "\(read.body)")
    }
  }

  @Test func `a post of a freed name lists what waits since before the erasure`() async throws {
    try await Self.with { service in
      try await service.hears(.month(token: Self.token))
      _ = try await service.ledger.known(AccountID(Self.token))
      let erased = try await service.delete("\(Self.account)?environment=Production")
      #expect(erased.status == 200, "\(erased.body)")
      let jws = try service.ledger.authority.sign(payload: SignableTransaction.month("5000"))
      let answer = try await service.post(
        "/v1/transactions", #"{"account":"\#(Self.token)","signedTransactions":["\#(jws)"]}"#)
      #expect(
        answer.body.contains(#"{"brought":["2000"],"environment":"Production"}"#), "\(answer.body)")
    }
  }

  @Test(arguments: Write.allCases)
  func `a key of one environment makes the name known there alone`(write: Write) async throws {
    try await Self.with { service in
      if write == .link || write == .support { try await service.hears(.month()) }
      let key = try await service.keys.create(
        name: "qa", scopes: [.admin], reach: KeyReach(environments: [.production]))
      let answer = try await Self.send(write, to: service, as: key)
      #expect(answer.status == (write == .spend ? 409 : 200), "\(answer.body)")
      #expect(try await Self.isKnown(in: .production, service))
      #expect(try await Self.isKnown(in: .sandbox, service) == false)
      #expect(try await Self.sandboxPurchases(service) == [])
    }
  }

  /// It was known before the other environment was added to the app.
  @Test(arguments: Write.allCases)
  func `a name that is known where something is written is looked up nowhere else`(write: Write)
    async throws
  {
    try await Self.with { service in
      if write == .link || write == .support { try await service.hears(.month()) }
      _ = try await service.ledger.known(AccountID(Self.token))
      let answer = try await Self.send(write, to: service)
      #expect(answer.status == (write == .spend ? 409 : 200), "\(answer.body)")
      #expect(try await Self.isKnown(in: .sandbox, service) == false)
    }
  }

  /// The process dies after it made the name known elsewhere.
  @Test(arguments: Write.allCases)
  func `a repetition finishes an interrupted write`(write: Write) async throws {
    try await Self.with { service in
      if write == .link || write == .support { try await service.hears(.month()) }
      try await service.ledger.intake.names.makeKnown(
        AccountID(Self.token), of: TestLedger.bundleID, in: [.sandbox])
      let answer = try await Self.send(write, to: service)
      #expect(answer.status == (write == .spend ? 409 : 200), "\(answer.body)")
      #expect(try await Self.isKnown(in: .production, service))
      #expect(try await Self.sandboxPurchases(service) == ["3000"])
    }
  }

  @Test func `a booking tells what it brought along, and its repetition nothing`() async throws {
    try await Self.with { service in
      let name = try #require(HTTPField.Name("Idempotency-Key"))
      for brought in [#"{"brought":["3000"],"environment":"Sandbox"}"#, ""] {
        let answer = try await service.ask(
          "\(Self.account)/wallet/adjust", .post,
          [.authorization: "Bearer \(service.key.text)", name: "gift"],
          #"{"coin":"gem","amount":1,"reason":"ticket 9","author":"eve"}"#)
        #expect(answer.status == 200, "\(answer.body)")
        #expect(answer.body.contains(#""environments":[\#(brought)],"event""#))
      }
    }
  }

  @Test func `a merge tells what each environment brought along, and its repetition nothing`()
    async throws
  {
    try await Self.with { service in
      #expect(try await service.post("/v1/accounts/guest/resume", "").status == 200)
      let name = try #require(HTTPField.Name("Idempotency-Key"))
      for brought in [#""3000""#, ""] {
        let answer = try await service.ask(
          "\(Self.account)/merge", .post,
          [.authorization: "Bearer \(service.key.text)", name: "m-1"], #"{"from":"guest"}"#)
        #expect(
          answer.body.contains(
            #""environments":[{"balances":[],"brought":[],"environment":"Production"},"#
              + #"{"balances":[],"brought":[\#(brought)],"environment":"Sandbox"}]"#),
          "\(answer.body)")
      }
    }
  }

  /// Nothing of such a post is written.
  @Test(arguments: ["/v1/transactions", "/v1/receipts"])
  func `a post whose items are all rejected names nobody`(path: String) async throws {
    try await Self.with { service in
      let item =
        path == "/v1/receipts" ? #""receipt":"cnViYmlzaA==""# : #""signedTransactions":["a.b.c"]"#
      let answer = try await service.post(path, #"{"account":"\#(Self.token)",\#(item)}"#)
      #expect(answer.status == 200 && answer.body.contains(#""state":"rejected""#))
      for environment in TestLedger.environments {
        #expect(try await Self.isKnown(in: environment, service) == false)
      }
    }
  }

  @Test func `a post of another app's transaction names nobody here`() async throws {
    try await Self.with { service in
      let foreign = SignableTransaction.month(bundleID: "com.example.other")
      let item = try await service.posts(Self.token, foreign)
      #expect(item.reason == "app_not_configured")
      for environment in TestLedger.environments {
        #expect(try await Self.isKnown(in: environment, service) == false)
      }
    }
  }

  @Test func `a write that is refused for what it says names nobody`() async throws {
    try await Self.with { service in
      for body in [
        #"{"name":"gold","until":"2026-07-01T00:00:00.000Z","reason":"r","author":"eve"}"#,
        #"{"name":"pro","until":"2026-01-01T00:00:00.000Z","reason":"r","author":"eve"}"#,
      ] {
        let answer = try await service.post("\(Self.account)/entitlements", body)
        #expect((400..<500).contains(answer.status))
      }
      for environment in TestLedger.environments {
        #expect(try await Self.isKnown(in: environment, service) == false)
      }
    }
  }
}
