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

  /// Values of which none can be accepted.
  @Test(
    arguments: [
      (
        .delete, "\(accounts)/entitlements/0c1f6a7e-0000-4000-8000-00000000abcd",
        #"{"author":"","reason":" "}"#, ["author", "reason"]
      ),
      (
        .post, "\(accounts)/merge/undo", #"{"from":"","author":"","reason":""}"#,
        ["from", "author", "reason"]
      ),
      (
        .post, "\(accounts)/offers/signature",
        #"{"productId":"","offerIdentifier":"","transactionId":""}"#,
        ["productId", "offerIdentifier", "transactionId"]
      ),
      (.delete, accounts, #"{"by":"","reason":""}"#, ["by", "reason"]),
      (
        .delete, "\(accounts)/tokens/0c1f6a7e-0000-4000-8000-00000000abcd",
        #"{"author":"","reason":""}"#, ["author", "reason"]
      ),
      (.post, "/v1/outbox/retry?kind=post", #"{"by":"","reason":""}"#, ["by", "reason"]),
      (.post, "/v1/dead-letters/retry", #"{"by":"","reason":""}"#, ["by", "reason"]),
      (
        .post, "/v1/outbox/00000000000000000000000000000000/park", #"{"by":"","reason":""}"#,
        ["reason", "by"]
      ),
      (
        .post, "/v1/projections/all/rebuild", #"{"eventsPerSecond":0,"by":"","reason":""}"#,
        ["eventsPerSecond", "by", "reason"]
      ),
      (
        .post, "\(accounts)/wallet/reserve",
        #"{"coin":"a gem","amount":0,"expiresIn":0,"reference":""}"#,
        ["coin", "amount", "expiresIn", "reference"]
      ),
      (
        .post, "\(accounts)/wallet/credit",
        #"{"coin":"a gem","amount":-1,"source":"","reference":""}"#,
        ["coin", "amount", "source", "reference"]
      ),
      (
        .post, "\(accounts)/wallet/adjust",
        #"{"coin":"a gem","amount":0,"reason":"","author":"","reference":""}"#,
        ["coin", "amount", "reason", "author", "reference"]
      ),
      (
        .post, "\(accounts)/wallet/commit", #"{"reservation":"","reference":""}"#,
        ["reservation", "reference"]
      ),
      (
        .post, "\(accounts)/wallet/reverse", #"{"entry":"2","reference":""}"#,
        ["entry", "reference"]
      ),
    ] as [(HTTPRequest.Method, String, String, [String])])
  func `all that are faulty are named at once`(
    method: HTTPRequest.Method, path: String, body: String, fields: [String]
  ) async throws {
    try await TestService.with { service in
      let answer = try await Self.ask(service, path, method, body)
      #expect(answer.status == 400)
      let problem = try answer.decode(Document.self)
      #expect(problem.code == "invalid_body" && problem.errors.map(\.field) == fields)
    }
  }

  private static func ask(
    _ service: TestService, _ path: String, _ method: HTTPRequest.Method, _ body: String
  ) async throws -> Answer {
    var headers = service.authorization
    if let name = HTTPField.Name("Idempotency-Key") { headers[name] = "k" }
    return try await service.ask(path, method, headers, body)
  }

  @Test(
    arguments: [
      ("spend", #"{"coin":"gem","amount":1,"expiresIn":9}"#, "expiresIn"),
      ("reserve", #"{"coin":"gem","amount":1,"source":null}"#, "source"),
      ("commit", #"{"reservation":"r","coin":"gem"}"#, "coin"),
      ("cancel", #"{"reservation":"r","amount":"1"}"#, "amount"),
      ("credit", #"{"coin":"gem","amount":1,"source":"s","reason":"r"}"#, "reason"),
      ("reverse", #"{"entry":"0a0b0c0d000040008000000000000008","coin":"gem"}"#, "coin"),
      ("adjust", #"{"coin":"gem","amount":1,"reason":"r","author":"a","entry":"e"}"#, "entry"),
    ])
  func `a field of another verb is unknown to a verb of the wallet`(
    verb: String, body: String, field: String
  ) async throws {
    try await TestService.with { service in
      let answer = try await Self.ask(service, "\(Self.accounts)/wallet/\(verb)", .post, body)
      let problem = try answer.decode(Document.self)
      #expect(problem.code == "unknown_field" && problem.errors.map(\.field) == [field])
      if verb == "spend" {
        #expect(
          problem.errors.map(\.reason) == [
            "is not known here; send `coin`, `amount`, `reference`"
          ])
      }
    }
  }

  @Test func `a body without fields may be left out, and has none`() async throws {
    try await TestService.with { service in
      let path = "\(Self.accounts)/resume"
      for body in ["", "{}"] { #expect(try await service.post(path, body).status == 200) }
      let problem = try await service.post(path, #"{"acount":"a"}"#).decode(Document.self)
      #expect(problem.code == "unknown_field")
      #expect(
        problem.errors == [.init(field: "acount", reason: "is not known here; send no field")])
      #expect(try await service.post(path, "[]").problem == "400 unreadable_body")
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
