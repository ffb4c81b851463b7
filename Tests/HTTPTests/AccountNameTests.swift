import Access
import AppStoreSimulator
import Foundation
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// The names that a write gives an account, and those that were given before there was a rule.
struct AccountNameTests {
  /// A mark of direction, a joiner, a separator, no character at all, a letter in two parts, and a
  /// blank.
  private static let refused = [
    "a\u{202E}b", "👩\u{200D}🚀", "a\u{2028}b", "a\u{FFFF}", "e\u{301}", " ",
  ]

  /// A write of a path below an account, with the status that an account of a proper name gets.
  private struct Write {
    let path: String
    let body: String
    let status: Int
    var method = HTTPRequest.Method.post

    func send(to service: TestService, as account: String) async throws -> Answer {
      var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
      headers[try #require(HTTPField.Name("Idempotency-Key"))] = "\(UUID())"
      return try await service.ask(
        "/v1/accounts/\(try AccountNameTests.encoded(account))/\(path)", method, headers, body)
    }
  }

  private static let writes = [
    Write(
      path: "tokens", body: #"{"appAccountToken":"0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"}"#,
      status: 200),
    Write(path: "purchases", body: #"{"originalTransactionId":"2000"}"#, status: 404),
    Write(path: "consent", body: #"{"consumption":true}"#, status: 200, method: .put),
    Write(path: "resume", body: "", status: 200),
    Write(path: "merge", body: #"{"from":"guest"}"#, status: 200),
    Write(path: "wallet/spend", body: #"{"coin":"gem","amount":1}"#, status: 409),
    Write(path: "wallet/reserve", body: #"{"coin":"gem","amount":1}"#, status: 409),
    Write(path: "wallet/commit", body: #"{"reservation":"r"}"#, status: 404),
    Write(path: "wallet/cancel", body: #"{"reservation":"r"}"#, status: 404),
    Write(
      path: "wallet/adjust",
      body: #"{"coin":"gem","amount":1,"reason":"ticket 9","author":"kim"}"#, status: 200),
  ]

  private static func encoded(_ account: String) throws -> String {
    try #require(account.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed))
  }

  private static func events(_ service: TestService) async throws -> Int64 {
    try await service.ledger.count("select count(*) from event")
  }

  @Test func `no write gives an account a name that is hidden or has a twin`() async throws {
    try await TestService.with { service in
      _ = try await service.ledger.known("guest")
      let before = try await Self.events(service)
      for write in Self.writes {
        for name in Self.refused {
          let answer = try await write.send(to: service, as: name)
          #expect(answer.problem == "400 invalid_account", "\(write.path)")
          #expect(answer.body.contains("`account` must "), "\(write.path)")
        }
      }
      #expect(try await Self.events(service) == before)
      for write in Self.writes {
        let answer = try await write.send(to: service, as: "anna")
        #expect(answer.status == write.status, "\(write.path)")
      }
    }
  }

  @Test(arguments: refused)
  func `an account that has such a name already is read and written as before`(
    name: String
  ) async throws {
    try await TestService.with { service in
      for account in ["guest", AccountID(name)] { _ = try await service.ledger.known(account) }
      for read in ["entitlements", "subscriptions", "tenure", "history", "wallet"] {
        let answer = try await service.get("/v1/accounts/\(try Self.encoded(name))/\(read)")
        #expect(answer.status == 200, "\(read)")
      }
      for write in Self.writes {
        let answer = try await write.send(to: service, as: name)
        #expect(answer.status == write.status, "\(write.path)")
      }
    }
  }

  @Test func `an erased name follows the rule, and can still be asked about`() async throws {
    try await TestService.with { service in
      let account = try await service.ledger.known(AccountID(Self.refused[0]))
      let write = try #require(Self.writes.last)
      #expect(try await write.send(to: service, as: Self.refused[0]).status == 200)
      _ = try await service.ledger.intake.erasures.erase(
        account.reference, of: account.bundleID, in: account.environment)
      try await service.ledger.project()
      let again = try await write.send(to: service, as: Self.refused[0])
      #expect(again.problem == "400 invalid_account")
      let path = "/v1/accounts/\(try Self.encoded(Self.refused[0]))/wallet"
      #expect(try await service.get(path).status == 200)
    }
  }

  @Test func `a body names an account by the same rule`() async throws {
    try await TestService.with { service in
      for (name, purchase) in [("a\u{202E}b", "2000"), ("e\u{301}", "2001")] {
        let jws = try service.ledger.authority.sign(payload: SignableTransaction.month(purchase))
        let before = try await Self.events(service)
        let post = #"{"account":"\#(name)","signedTransactions":["\#(jws)"]}"#
        #expect(try await service.post("/v1/transactions", post).problem == "400 invalid_account")
        let merge = Write(path: "merge", body: #"{"from":"\#(name)"}"#, status: 200)
        let refused = try await merge.send(to: service, as: "anna")
        #expect(refused.problem == "400 invalid_body")
        #expect(refused.body.contains("`from` must "))
        #expect(try await Self.events(service) == before)

        _ = try await service.ledger.known(AccountID(name))
        #expect(try await service.post("/v1/transactions", post).status == 200)
        #expect(try await merge.send(to: service, as: "\(UUID())").status == 200)
      }
    }
  }
}
