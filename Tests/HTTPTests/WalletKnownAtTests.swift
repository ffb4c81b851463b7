import Access
import EventStore
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Wallets as they were known before a token or a merge was recorded. Anna was given 30 gems, and the guest 100.
struct WalletKnownAtTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  private struct Wallet: Decodable {
    struct Balance: Decodable { let balance: Int64 }
    struct Entry: Decodable { let kind: String, number: Int }
    let known: Bool?, balances: [Balance], entries: [Entry]

    /// The only balance, and the kinds of the entries in the order of booking; `unknown` of an account that no
    /// write named.
    var told: String {
      if known == false { return "unknown" }
      let kinds = entries.sorted { $0.number < $1.number }.map(\.kind)
      return (balances.map { "\($0.balance)" } + kinds).joined(separator: " ")
    }
  }

  private static func wallet(
    of account: String, knownAt known: Instant? = nil, _ service: TestService
  ) async throws -> String {
    let query = known.map { "?knownAt=\($0)" } ?? ""
    return try await service.get("/v1/accounts/\(account)/wallet\(query)").decode(Wallet.self).told
  }

  private static func wallets(
    knownAt known: Instant? = nil, _ service: TestService
  ) async throws -> [String] {
    var told: [String] = []
    for account in ["guest", "anna"] {
      told.append(try await wallet(of: account, knownAt: known, service))
    }
    return told
  }

  private static func ask(
    _ path: String, _ body: String, key: String, _ service: TestService
  ) async throws {
    var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
    if let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
    let answer = try await service.ask("/v1/accounts/\(path)", .post, headers, body)
    #expect(answer.status == 200, "\(answer.body)")
    try await service.ledger.project()
  }

  /// Merges the guest into Anna and undoes it, with a spend of 20 gems between. Returns the moments before the
  /// merge and after the spend.
  private static func mergeAndUndo(
    _ service: TestService
  ) async throws -> (apart: Instant, merged: Instant) {
    try await service.gives(30, "gem", to: "anna")
    try await service.gives(100, "gem", to: "guest")
    try await service.ledger.project()
    let apart = try await service.ledger.log.cut().moment
    try await ask("anna/merge", #"{"from":"guest"}"#, key: "m", service)
    try await ask("anna/wallet/spend", #"{"coin":"gem","amount":20}"#, key: "s", service)
    let merged = try await service.ledger.log.cut().moment
    try await ask(
      "anna/merge/undo", #"{"from":"guest","reason":"ticket 9","author":"kim"}"#, key: "u", service)
    return (apart, merged)
  }

  @Test func `a token that was registered later leads to nothing`() async throws {
    try await TestService.with { service in
      try await service.gives(30, "gem", to: "anna")
      let before = try await service.ledger.log.cut().moment
      #expect(try await service.registers("anna", Self.token).status == 200)
      #expect(try await Self.wallet(of: Self.token, service) == "30 adjusted")
      #expect(try await Self.wallet(of: Self.token, knownAt: before, service) == "unknown")
      #expect(try await Self.wallet(of: "anna", knownAt: before, service) == "30 adjusted")
      let after = try await service.ledger.log.cut().moment
      #expect(try await Self.wallet(of: Self.token, knownAt: after, service) == "30 adjusted")
    }
  }

  @Test func `before a merge each account has its own coins, and after it both have all`()
    async throws
  {
    try await TestService.with { service in
      try await service.gives(30, "gem", to: "anna")
      try await service.gives(100, "gem", to: "guest")
      let apart = try await service.ledger.log.cut().moment
      try await Self.ask("anna/merge", #"{"from":"guest"}"#, key: "m", service)
      let all = "130 adjusted merged"
      #expect(try await Self.wallets(service) == [all, all])
      #expect(try await Self.wallets(knownAt: apart, service) == ["100 adjusted", "30 adjusted"])
      let merged = try await service.ledger.log.cut().moment
      #expect(try await Self.wallets(knownAt: merged, service) == [all, all])
    }
  }

  /// 30 + 100 - 20 = 110 while the merge stands, and 110 - 100 = 10 after its undo.
  @Test func `what a merge had brought is told as it was known, also after its undo`() async throws
  {
    try await TestService.with { service in
      let (apart, merged) = try await Self.mergeAndUndo(service)
      let all = "110 adjusted merged spent"
      #expect(
        try await Self.wallets(service) == [
          "100 adjusted merged merged", "10 adjusted merged spent merged",
        ])
      #expect(try await Self.wallets(knownAt: merged, service) == [all, all])
      #expect(try await Self.wallets(knownAt: apart, service) == ["100 adjusted", "30 adjusted"])
    }
  }

  @Test func `the summary tells the coins of the account that was known`() async throws {
    struct Summary: Decodable {
      struct Place: Decodable {
        struct Balance: Decodable { let balance: Int64 }
        let account: String?, aliases: [String], balances: [Balance]

        var told: [String] {
          [account].compactMap(\.self) + aliases + balances.map { "\($0.balance)" }
        }
      }
      let environments: [Place]
    }
    try await TestService.with { service in
      func told(_ account: String, _ known: Instant?) async throws -> [String] {
        let query = known.map { "?knownAt=\($0)" } ?? ""
        let summary = try await service.get("/v1/accounts/\(account)\(query)").decode(Summary.self)
        let place = try #require(summary.environments.first)
        return place.told
      }
      let (apart, merged) = try await Self.mergeAndUndo(service)
      #expect(try await told("guest", apart) == ["guest", "100"])
      #expect(try await told("anna", apart) == ["anna", "30"])
      for account in ["guest", "anna"] {
        #expect(try await told(account, merged) == ["anna", "guest", "110"])
      }
      #expect(try await told("guest", nil) == ["guest", "100"])
      #expect(try await told("anna", nil) == ["anna", "10"])
    }
  }

  @Test func `a wallet of the future is not known`() async throws {
    try await TestService.with { service in
      try await service.gives(30, "gem", to: "anna")
      let answer = try await service.get(
        "/v1/accounts/anna/wallet?knownAt=2999-01-01T00:00:00.000Z")
      #expect(answer.problem == "400 invalid_parameter")
    }
  }
}
