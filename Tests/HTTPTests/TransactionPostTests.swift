import AppStoreSimulator
import Foundation
import Ledger
import TestSupport
import Testing

struct TransactionPostTests {
  private struct Submission: Decodable {
    struct Item: Decodable {
      let index: Int, transactionId: String?, state: String, reason: String?
      let duplicate: Bool, finish: Bool
    }
    let state: String, reason: String?, transactions: [Item], position: String
  }

  private func body(_ transactions: [String], account: String = "anna") throws -> String {
    struct Post: Encodable { let account: String, signedTransactions: [String] }
    let post = Post(account: account, signedTransactions: transactions)
    return String(decoding: try JSONEncoder().encode(post), as: UTF8.self)
  }

  @Test func `a post tells of each item, and its position can be waited for`() async throws {
    try await TestService.with { service in
      let good = try service.ledger.authority.sign(payload: SignableTransaction.month())
      let forged = try TestLedger.makeAuthority().sign(payload: SignableTransaction.month("3000"))
      let answer = try await service.post(
        "/v1/transactions", try body([good, "rubbish", forged, good]))
      #expect(answer.status == 200)
      let submission = try answer.decode(Submission.self)
      #expect(submission.state == "partial")
      #expect(submission.transactions.map(\.index) == [0, 1, 2, 3])
      #expect(submission.transactions.map(\.transactionId) == ["2000", nil, nil, "2000"])
      #expect(
        submission.transactions.map(\.reason) == [nil, "malformed_jws", "untrusted_root", nil])
      #expect(submission.transactions.map(\.duplicate) == [false, false, false, true])
      #expect(submission.transactions.map(\.finish) == [true, false, false, true])
      try await service.ledger.project()
      let path = "/v1/accounts/anna/entitlements?minPosition=\(submission.position)"
      #expect(try await service.get(path).body.contains(#""transactionId":"2000""#))
    }
  }

  @Test(arguments: [
    ("not json", "unreadable_body"), (#"{"account":"anna"}"#, "invalid_body"),
    (#"{"signedTransactions":[]}"#, "invalid_body"),
    (#"{"account":"","signedTransactions":["a.b.c"]}"#, "invalid_account"),
  ])
  func `a body that cannot be read is rejected as a whole`(
    body: String, code: String
  ) async throws {
    try await TestService.with { service in
      let answer = try await service.post("/v1/transactions", body)
      #expect(answer.problem == "400 \(code)")
      #expect(try await service.ledger.eventCount() == 0)
    }
  }

  @Test func `more than a hundred transactions are too many`() async throws {
    try await TestService.with { service in
      let many = Array(repeating: "a.b.c", count: 101)
      let answer = try await service.post("/v1/transactions", try body(many))
      #expect(answer.problem == "400 invalid_body")
    }
  }
}
