import Access
import AppStoreSimulator
import EventStore
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Reads of the entitlements of many accounts at once.
struct EntitlementQueryTests {
  private static let path = "/v1/entitlements/query"
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let second = "7a6b5c4d-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  private static func body(_ accounts: [String], _ rest: String = "") -> String {
    #"{"accounts":[\#(accounts.map { "\"\($0)\"" }.joined(separator: ","))]\#(rest)}"#
  }

  /// The accounts of an answer, each with the original transaction ids of its entitlements.
  private struct Listed: Decodable {
    struct Account: Decodable {
      struct Entitlement: Decodable { let originalTransactionId: String, ownership: String }
      let account: String, entitlements: [Entitlement]
    }
    let accounts: [Account]

    var lines: [String] {
      accounts.map { account in
        ([account.account] + account.entitlements.map(\.originalTransactionId))
          .joined(separator: " ")
      }
    }
  }

  private static func lines(
    _ service: TestService, _ accounts: [String], _ rest: String = "", query: String = ""
  ) async throws -> [String] {
    try await service.post(path + query, body(accounts, rest)).decode(Listed.self).lines
  }

  /// Returns the answer to a query as the single reads compose it.
  private static func composed(
    _ service: TestService, _ accounts: [String], query: String = ""
  ) async throws -> String {
    var (items, tail) = ([String](), "")
    for account in accounts {
      let body = try await service.get("/v1/accounts/\(account)/entitlements\(query)").body
      let parts = try #require(
        body.firstMatch(of: /"at":"([^"]+)","entitlements":(.*),"position":"([^"]+)"}$/))
      items.append(#"{"account":"\#(account)","entitlements":\#(parts.2)}"#)
      tail = #""at":"\#(parts.1)","position":"\#(parts.3)""#
    }
    return #"{"accounts":[\#(items.joined(separator: ","))],\#(tail)}"#
  }

  @Test func `accounts are answered in the order asked for, each as its single read`() async throws
  {
    try await TestService.withMonth(of: Self.token) { service in
      let names = ["zoe", Self.token, "anna", Self.token]
      let answer = try await service.post(Self.path, Self.body(names))
      #expect(answer.status == 200)
      #expect(answer.headers[.contentType] == "application/json")
      #expect(answer.body == (try await Self.composed(service, names)))
      let listed = try answer.decode(Listed.self)
      #expect(listed.lines == ["zoe", "\(Self.token) 2000", "anna", "\(Self.token) 2000"])
      #expect(answer.body.contains(#""at":"2026-06-01T00:00:00.000Z""#))
    }
  }

  @Test func `tokens, guests, shares and former owners count as in the single read`() async throws {
    try await TestService.with(link: .transfer(coolDown: .zero)) { service in
      _ = try await service.registers("anna", Self.token)
      try await service.hears(.month(token: Self.token))
      try await service.posts("guest", .month("3000"))
      try await service.posts("ben", .month("3500"))
      _ = try await service.ledger.intake.merges.merge(
        "guest", into: "ben", of: TestLedger.bundleID, in: TestLedger.environments, key: "m-1")
      var shared = SignableTransaction.month("4000")
      shared.inAppOwnershipType = "FAMILY_SHARED"
      try await service.posts("carol", shared)
      try await service.hears(.month("5000", token: Self.second))
      try await service.posts("dora", .month("6000"))
      try await service.posts("emil", .month("6000"), restore: true)
      let names = [
        "emil", "dora", Self.second, "carol", "ben", "guest", Self.token, "anna", "nobody",
      ]
      #expect(
        try await Self.lines(service, names) == [
          "emil 6000", "dora", Self.second, "carol 4000", "ben 3000 3500", "guest 3000 3500",
          "\(Self.token) 2000", "anna 2000", "nobody",
        ])
      let answer = try await service.post(Self.path, Self.body(names))
      #expect(answer.body.contains(#""ownership":"FAMILY_SHARED""#))
      let known = "?knownAt=\(try await service.ledger.log.cut().moment)"
      for query in ["", "?at=2026-05-20T00:00:00Z", "?at=2026-07-01T00:00:00Z", known] {
        let answer = try await service.post(Self.path + query, Self.body(names))
        #expect(answer.body == (try await Self.composed(service, names, query: query)), "\(query)")
      }
    }
  }

  @Test func `two names that differ in their composition only are two accounts`() async throws {
    try await TestService.with { service in
      let names = ["\u{E9}", "e\u{301}"]
      for name in names { _ = try await service.ledger.known(AccountID(name)) }
      try await service.posts(names[0], .month("2000"))
      try await service.posts(names[1], .month("3000"))
      let listed = try await Self.lines(service, names)
      #expect(
        listed.map { Array($0.utf8) } == ["\u{E9} 2000", "e\u{301} 3000"].map { Array($0.utf8) })
    }
  }

  @Test func `a product or a group narrows every list`() async throws {
    try await TestService.with { service in
      try await service.posts("anna", .month("2000"))
      for (id, product, group) in [("3000", "com.example.pro", "group"), ("4000", "vip", "club")] {
        var month = SignableTransaction.month(id)
        month.productId = product
        month.subscriptionGroupIdentifier = group
        try await service.posts("anna", month)
      }
      for (rest, lines) in [
        ("", "anna 4000 2000 3000"), (#","productId":"com.example.pro""#, "anna 3000"),
        (#","subscriptionGroupId":"group""#, "anna 2000 3000"),
        (#","subscriptionGroupId":"club""#, "anna 4000"),
        (#","productId":"vip","subscriptionGroupId":"group""#, "anna"),
        (#","productId":"unknown""#, "anna"), (#","productId":null"#, "anna 4000 2000 3000"),
      ] {
        #expect(try await Self.lines(service, ["anna", "ben"], rest) == [lines, "ben"], "\(rest)")
      }
    }
  }

  @Test func `parameters are those of the single read`() async throws {
    try await TestService.withMonth(of: Self.token) { service in
      let known = try await service.ledger.log.cut().moment
      let refund = Instant(day: "2026-05-20")
      var refunded = SignableTransaction.month(token: Self.token)
      refunded.revocationDate = refund.milliseconds
      refunded.signedDate = (refund + .seconds(86_400)).milliseconds
      try await service.hears(refunded)
      let reached = service.ledger.log.token(try await service.ledger.reader.positions.reached())
      let ahead = service.ledger.log.token(Position([1: 999_999]))
      for (query, lines) in [
        ("", Self.token), ("at=2026-05-19T00:00:00Z", "\(Self.token) 2000"),
        ("knownAt=\(known)", "\(Self.token) 2000"), ("knownAt=2001-01-01T00:00:00Z", Self.token),
        ("minPosition=\(reached)&app=com.example.game", Self.token),
        ("environment=Sandbox&at=2026-05-19T00:00:00Z", Self.token),
      ] {
        #expect(
          try await Self.lines(service, [Self.token], query: "?\(query)") == [lines], "\(query)")
      }
      for (query, problem) in [
        ("foo=1", "400 unknown_parameter"), ("at=yesterday", "400 invalid_parameter"),
        ("knownAt=2999-01-01T00:00:00Z", "400 invalid_parameter"),
        ("environment=Xcode", "400 environment_not_configured"),
        ("app=com.example.other", "400 unknown_app"),
        ("minPosition=\(ahead)", "503 position_not_reached retryable"),
      ] {
        let answer = try await service.post("\(Self.path)?\(query)", Self.body([Self.token]))
        #expect(answer.problem == problem, "\(query)")
      }
    }
  }

  @Test(arguments: [
    ("", "unreadable_body", #"{\"accounts\": [string]"#),
    ("accounts", "unreadable_body", #"{\"accounts\": [string]"#),
    ("[]", "unreadable_body", #"{\"accounts\": [string]"#),
    ("{}", "invalid_body", "`accounts` is missing"),
    (#"{"accounts":"anna"}"#, "invalid_body", "`accounts` must be a list of strings"),
    (#"{"accounts":["anna",7]}"#, "invalid_body", "`accounts` must be a list of strings"),
    (#"{"accounts":[null]}"#, "invalid_body", "`accounts` must be a list of strings"),
    (#"{"accounts":["anna"],"productId":7}"#, "invalid_body", "`productId` must be a string"),
    (#"{"accounts":["anna"],"product":"x"}"#, "unknown_field", "`product`"),
    (
      #"{"accounts":[]}"#, "invalid_body", "`accounts` must hold 1 to 1000 names, but holds 0: name"
    ),
    (#"{"accounts":["anna",""]}"#, "invalid_account", "`accounts[1]` must have 1 to 255 bytes"),
    (#"{"accounts":["a\u0000"]}"#, "invalid_account", "`accounts[0]` must not hold U+0000"),
    (#"{"accounts":["anna"],"productId":""}"#, "invalid_body", "`productId` must have 1 to 255"),
    (
      #"{"accounts":["anna"],"subscriptionGroupId":""}"#, "invalid_body",
      "`subscriptionGroupId` must have 1 to 255"
    ),
  ])
  func `a body that cannot be meant is rejected by name`(
    body: String, code: String, detail: String
  ) async throws {
    try await TestService.with { service in
      let answer = try await service.post(Self.path, body)
      #expect(answer.problem == "400 \(code)")
      #expect(answer.body.contains(detail), "\(answer.body)")
    }
  }

  @Test func `a thousand accounts are answered, and not one more`() async throws {
    try await TestService.withMonth(of: Self.token) { service in
      let names = (1..<1_000).map { "player-\($0)" } + [Self.token]
      let listed = try await Self.lines(service, names)
      #expect(listed == (1..<1_000).map { "player-\($0)" } + ["\(Self.token) 2000"])
      let more = try await service.post(Self.path, Self.body(names + ["anna"]))
      #expect(more.problem == "400 invalid_body")
      #expect(more.body.contains("but holds 1001: divide them among several requests."))
      let long = try await service.post(Self.path, Self.body([String(repeating: "a", count: 256)]))
      #expect(long.problem == "400 invalid_account")
      // Every byte of the longest names, each escaped as some writers of JSON do.
      let wide = (0..<1_000).map { _ in String(repeating: "\\u00e9", count: 127) }
      #expect(try await service.post(Self.path, Self.body(wide)).status == 200)
      let huge = try await service.post(
        Self.path, Self.body(["anna"]) + String(repeating: " ", count: 1_048_576))
      #expect(huge.problem == "413 body_too_large")
    }
  }

  @Test func `reading is the scope, posting the method`() async throws {
    try await TestService.with { service in
      for (scope, problem) in [(Scope.read, nil), (.ingest, "403 insufficient_scope")] {
        let key = try await service.keys.create(name: "a", scopes: [scope])
        let answer = try await service.post(Self.path, Self.body(["anna"]), as: key)
        #expect((answer.status == 200 ? nil : answer.problem) == problem)
      }
      let get = try await service.get(Self.path)
      #expect(get.problem == "405 method_not_allowed" && get.headers[.allow] == "POST")
      let position = service.ledger.log.token(Position([1: 1])).description
      let stale = position.replacing(/^[^-]+/, with: "00000000")
      let answer = try await service.post(
        "\(Self.path)?minPosition=\(stale)", Self.body(["anna"]))
      #expect(!(200..<300).contains(answer.status))
    }
  }
}
