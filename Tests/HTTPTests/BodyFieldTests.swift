import Access
import AppStoreSimulator
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Fields of the bodies of commands that are missing or hold another value than they may.
struct BodyFieldTests {
  private struct Document: Decodable {
    struct Fault: Decodable, Hashable { let field: String, reason: String }
    let code: String
    let detail: String
    let errors: [Fault]
  }

  private static let accounts = "/v1/accounts/anna"

  @Test(
    arguments: [
      ("/wallet/spend", "{}", ["coin", "amount"]),
      ("/wallet/spend", #"{"coin":17,"amount":1.5}"#, ["coin", "amount"]),
      ("/wallet/spend", #"{"coin":"gem","amount":"5"}"#, ["amount"]),
      ("/wallet/spend", #"{"coin":"gem","amount":0,"reference":true}"#, ["reference"]),
      ("/wallet/reserve", #"{"coin":"gem"}"#, ["amount"]),
      ("/wallet/commit", "{}", ["reservation"]),
      ("/wallet/adjust", "{}", ["coin", "amount", "reason", "author"]),
      ("/merge", "{}", ["from"]),
      ("/merge/undo", #"{"from":1}"#, ["from", "reason", "author"]),
      ("/tokens", #"{"appAccountToken":"no"}"#, ["appAccountToken"]),
      ("/purchases", #"{"originalTransactionId":2000}"#, ["originalTransactionId"]),
      ("/consent", #"{"consumption":"yes"}"#, ["consumption"]),
    ] as [(String, String, [String])])
  func `each is named with its remedy`(
    path: String, body: String, fields: [String]
  ) async throws {
    try await TestService.with { service in
      var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
      if let name = HTTPField.Name("Idempotency-Key") { headers[name] = "k" }
      let answer = try await service.ask(
        Self.accounts + path, path == "/consent" ? .put : .post, headers, body)
      #expect(answer.status == 400)
      let problem = try answer.decode(Document.self)
      #expect(problem.code == "invalid_body")
      #expect(problem.errors.map(\.field) == fields)
      for fault in problem.errors {
        #expect(problem.detail.contains("`\(fault.field)` \(fault.reason)"))
      }
    }
  }

  @Test(
    arguments: [
      (
        "/v1/transactions", #"{"account":17,"signedTransactions":"x"}"#,
        ["account", "signedTransactions"]
      ),
      ("/v1/receipts", #"{"receipt":1,"restore":"true"}"#, ["receipt", "restore"]),
      ("/v1/entitlements/query", #"{"accounts":[1]}"#, ["accounts"]),
      ("/v1/projections/all/rebuild", #"{"eventsPerSecond":"fast"}"#, ["eventsPerSecond"]),
    ] as [(String, String, [String])])
  func `so are those of posts and queries`(
    path: String, body: String, fields: [String]
  ) async throws {
    try await TestService.with { service in
      let answer = try await service.post(path, body)
      let problem = try answer.decode(Document.self)
      #expect(problem.code == "invalid_body" && problem.errors.map(\.field) == fields)
    }
  }

  @Test func `unknown fields are listed, and what is no object has no fields`() async throws {
    try await TestService.with { service in
      let unknown = try await service.post(
        "/v1/transactions", #"{"signedTransactions":["x"],"acount":"a","zebra":1}"#)
      let problem = try unknown.decode(Document.self)
      #expect(
        problem.code == "unknown_field" && problem.errors.map(\.field) == ["acount", "zebra"])
      for body in ["", "[]", "7", "{"] {
        let answer = try await service.post("/v1/transactions", body)
        #expect(answer.problem == "400 unreadable_body" && !answer.body.contains("errors"))
      }
    }
  }
}
