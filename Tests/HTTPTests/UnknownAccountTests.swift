import HTTP
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Requests about what cannot be there, which are told from requests about what has nothing.
struct UnknownAccountTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  @Test func `an environment that the app does not have is refused, with those it has`()
    async throws
  {
    try await TestService.withMonth(of: Self.token) { service in
      let account = "/v1/accounts/\(Self.token)"
      let reads = ["entitlements", "subscriptions", "tenure", "history", "wallet"].map {
        "\(account)/\($0)"
      }
      for path in reads + ["/v1/grants", "/v1/purchases/2000", "/v1/reports/tenure"] {
        let answer = try await service.get("\(path)?environment=Xcode")
        #expect(answer.problem == "400 environment_not_configured", "\(path)")
        #expect(
          answer.body.contains(
            "`environment` is Xcode, but DAICHO_APPS configures com.example.game for Production and "
              + "Sandbox only: name one of these environments."), "\(path)")
      }
      for path in reads {
        #expect(try await service.get("\(path)?environment=Sandbox").status == 200, "\(path)")
      }
      let write = try await service.post(
        "\(account)/tokens?environment=Xcode", #"{"appAccountToken":"\#(Self.token)"}"#)
      #expect(write.problem == "400 environment_not_configured")
    }
  }

  private static let reads = [
    "entitlements", "subscriptions", "tenure", "history", "wallet", "offers", "consent",
  ]

  private struct Read: Decodable { let known: Bool? }

  @Test(arguments: reads)
  func `a read says of an account that no write named that it is not known`(read: String)
    async throws
  {
    try await TestService.with { service in
      let path = "/v1/accounts/zoe/\(read)"
      let answer = try await service.get(path)
      #expect(try answer.decode(Read.self).known == false)
      #expect(try await service.get("\(path)?environment=any").decode(Read.self).known == false)
      let sandbox = try await service.post("/v1/accounts/zoe/resume?environment=Sandbox", "")
      #expect(sandbox.status == 200)
      try await service.ledger.project()
      #expect(try await service.get(path).decode(Read.self).known == false)
      for query in ["?environment=any", "?environment=Sandbox"] {
        #expect(try await service.get(path + query).decode(Read.self).known == nil)
      }
      #expect(try await service.post("/v1/accounts/zoe/resume", "").status == 200)
      try await service.ledger.project()
      let tag = try #require(answer.headers[.eTag])
      let later = try await service.get(path, headers: [.ifNoneMatch: tag])
      #expect(later.status == 200 && !later.body.contains("known"))
      #expect(try await service.delete("/v1/accounts/zoe").status == 200)
      try await service.ledger.project()
      #expect(try await service.get(path).decode(Read.self).known == false)
    }
  }

  @Test func `of several accounts each is known by itself`() async throws {
    struct Listed: Decodable {
      struct Account: Decodable { let account: String, known: Bool? }
      let accounts: [Account]
    }
    try await TestService.with { service in
      _ = try await service.ledger.known("anna")
      try await service.ledger.project()
      for _ in 1...2 {
        let accounts = try await service.post(
          "/v1/entitlements/query", #"{"accounts":["anna","zoe","anna"]}"#
        ).decode(Listed.self).accounts
        #expect(accounts.map(\.account) == ["anna", "zoe", "anna"])
        #expect(accounts.map(\.known) == [nil, false, nil])
      }
    }
  }
}
