import Access
import AppStoreSimulator
import HTTPTypes
import Ledger
import TestSupport
import Testing

/// Reads of all environments of an app at once, as App Review and TestFlight need them.
struct AnyEnvironmentTests {
  private struct Things: Decodable {
    struct Thing: Decodable, Equatable { let originalTransactionId: String, environment: String }
    let entitlements: [Thing]?, subscriptions: [Thing]?
  }

  private static let both: [Things.Thing] = [
    .init(originalTransactionId: "2000", environment: "Production"),
    .init(originalTransactionId: "3000", environment: "Sandbox"),
  ]

  private static func buy(in service: TestService) async throws {
    try await service.posts("anna", .month())
    var sandbox = SignableTransaction.month("3000")
    sandbox.environment = "Sandbox"
    try await service.posts("anna", sandbox)
  }

  @Test func `entitlements and subscriptions say where they are from`() async throws {
    try await TestService.with { service in
      try await Self.buy(in: service)
      for (place, things) in [
        ("Production", Array(Self.both[..<1])), ("Sandbox", Array(Self.both[1...])),
        ("any", Self.both),
      ] {
        let query = "?environment=\(place)"
        let account = "/v1/accounts/anna"
        let used = try await service.get("\(account)/entitlements\(query)").decode(Things.self)
        #expect(used.entitlements == things)
        let told = try await service.get("\(account)/subscriptions\(query)").decode(Things.self)
        #expect(told.subscriptions == things)
      }
    }
  }

  @Test func `a query of many accounts gives each its own`() async throws {
    struct Found: Decodable {
      struct Account: Decodable { let account: String, entitlements: [Things.Thing] }
      let accounts: [Account]
    }
    try await TestService.with { service in
      try await Self.buy(in: service)
      let answer = try await service.post(
        "/v1/entitlements/query?environment=any", #"{"accounts":["bert","anna"]}"#)
      let found = try answer.decode(Found.self).accounts
      #expect(found.map(\.account) == ["bert", "anna"])
      #expect(found.map(\.entitlements) == [[], Self.both])
    }
  }

  @Test func `a bound key sees its own, and a write names one`() async throws {
    try await TestService.with { service in
      try await Self.buy(in: service)
      let bound = try await service.keys.create(
        name: "qa", scopes: [.read, .ingest], reach: KeyReach(environments: [.sandbox]))
      let answer = try await service.get(
        "/v1/accounts/anna/entitlements?environment=any", as: bound)
      #expect(try answer.decode(Things.self).entitlements == Array(Self.both[1...]))
      for refused in [
        try await service.put(
          "/v1/accounts/anna/consent?environment=any", #"{"consumption":true}"#),
        try await service.get("/v1/reports/sales?environment=any"),
      ] {
        #expect(refused.problem == "400 invalid_parameter")
      }
    }
  }

  private struct Wallet: Decodable {
    struct Balance: Decodable, Equatable {
      let environment: String, coin: String, balance: Int64, reserved: Int64
    }
    struct Entry: Decodable { let environment: String, number: Int, change: Int64 }
    struct Reservation: Decodable { let environment: String, amount: Int64 }
    let balances: [Balance], entries: [Entry], reservations: [Reservation], next: String?
  }

  /// Sixty gems of Production in two gifts, and seven of the sandbox, of which two are reserved.
  private static func give(in service: TestService) async throws {
    let requests = [
      ("Production", "adjust", #""amount":50,"reason":"gift","author":"eve""#),
      ("Production", "adjust", #""amount":10,"reason":"gift","author":"eve""#),
      ("Sandbox", "adjust", #""amount":7,"reason":"gift","author":"eve""#),
      ("Sandbox", "reserve", #""amount":2"#),
    ]
    for (number, (environment, verb, fields)) in requests.enumerated() {
      let name = try #require(HTTPField.Name("Idempotency-Key"))
      let answer = try await service.ask(
        "/v1/accounts/anna/wallet/\(verb)?environment=\(environment)", .post,
        [
          .authorization: "Bearer \(service.key.text)",
          name: "request \(number)",
        ],
        #"{"coin":"gem",\#(fields)}"#)
      #expect(answer.status == 200)
    }
  }

  @Test func `wallets stand beside each other, and their coins never mix`() async throws {
    try await TestService.with { service in
      try await Self.give(in: service)
      let path = "/v1/accounts/anna/wallet"
      let all = try await service.get("\(path)?environment=any").decode(Wallet.self)
      #expect(
        all.balances == [
          .init(environment: "Production", coin: "gem", balance: 60, reserved: 0),
          .init(environment: "Sandbox", coin: "gem", balance: 5, reserved: 2),
        ])
      let entries = all.entries.map { "\($0.environment) \($0.number) \($0.change)" }
      #expect(
        entries == ["Production 2 10", "Production 1 50", "Sandbox 2 -2", "Sandbox 1 7"])
      #expect(all.reservations.map { "\($0.environment) \($0.amount)" } == ["Sandbox 2"])
      #expect(all.next == nil)
      let one = try await service.get("\(path)?environment=Sandbox").decode(Wallet.self)
      #expect(one.balances == Array(all.balances[1...]))
      let refused = try await service.post(
        "\(path)/spend?environment=any", #"{"coin":"gem","amount":1}"#)
      #expect(refused.problem == "400 invalid_parameter")
    }
  }

  @Test(arguments: [1, 2, 3])
  func `the entries of all wallets are paged, one wallet after another`(limit: Int) async throws {
    try await TestService.with { service in
      try await Self.give(in: service)
      let path = "/v1/accounts/anna/wallet?environment=any&limit=\(limit)"
      var (told, next, count) = ([String](), String?(""), 0)
      while let after = next, count < 9 {
        let address = after.isEmpty ? path : "\(path)&after=\(after)"
        let page = try await service.get(address).decode(Wallet.self)
        #expect(page.entries.count <= limit)
        told += page.entries.map { "\($0.environment) \($0.number)" }
        (next, count) = (page.next, count + 1)
      }
      #expect(told == ["Production 2", "Production 1", "Sandbox 2", "Sandbox 1"])
      for after in ["2", "Moon.1", "Sandbox.0", "Sandbox.x", "Sandbox.1.1"] {
        let refused = try await service.get("\(path)&after=\(after)")
        #expect(refused.problem == "400 invalid_parameter")
      }
      let alone = "/v1/accounts/anna/wallet?after=Sandbox.1"
      #expect(try await service.get(alone).problem == "400 invalid_parameter")
    }
  }
}
