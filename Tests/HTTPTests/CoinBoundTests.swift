import Access
import EventStore
import Foundation
import HTTPTypes
import Intake
import Ledger
import Projections
import Reports
import TestSupport
import Testing

/// Amounts at their bounds: whatever was accepted, every report and every read answers.
struct CoinBoundTests {
  private static let most = 1_000_000_000_000_000 as Int64

  private static func ask(
    _ service: TestService, _ account: String, _ verb: String,
    _ amount: some CustomStringConvertible, key: String
  ) async throws -> Answer {
    var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
    if let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
    let more = verb == "adjust" ? #","reason":"gift","author":"eve""# : ""
    return try await service.ask(
      "/v1/accounts/\(account)/wallet/\(verb)", .post, headers,
      #"{"coin":"gem","amount":\#(amount)\#(more)}"#)
  }

  /// Expects that every report in every format and every read about these accounts is answered.
  private static func expectAnswers(
    of service: TestService, about accounts: [String]
  ) async throws {
    try await service.ledger.grant()
    try await service.ledger.project()
    for name in ReportName.allCases {
      let time =
        name == .reconciliation
        ? "period=2026-05&calendar=pacific" : "from=2026-01-01&to=2027-01-01"
      for format in name.specification.formats {
        let answer = try await service.get(
          "/v1/reports/\(name.rawValue)?\(time)&format=\(format.rawValue)")
        #expect(answer.status == 200, "\(name) as \(format): \(answer.body)")
      }
    }
    for account in accounts {
      for part in ["wallet", "entitlements", "subscriptions", "tenure", "history"] {
        let answer = try await service.get("/v1/accounts/\(account)/\(part)")
        #expect(answer.status == 200, "\(part) of \(account): \(answer.body)")
      }
    }
    #expect(try await service.get("/v1/grants").status == 200)
  }

  @Test(arguments: [
    ("99999999999999999999", "409 amount_out_of_bounds"), ("-1e30", "409 amount_out_of_bounds"),
    ("1e15", ""), ("0.5", "400 invalid_body"), (#""5""#, "400 invalid_body"),
  ])
  func `an amount is compared with the bound, however it is written`(
    amount: String, problem: String
  ) async throws {
    try await TestService.with { service in
      let answer = try await Self.ask(service, "ann", "adjust", amount, key: "k")
      #expect(problem.isEmpty ? answer.status == 200 : answer.problem == problem, "\(answer.body)")
    }
  }

  @Test func `an amount beyond the bound is refused, and everything within it is answered`()
    async throws
  {
    try await TestService.with { service in
      let most = Self.most
      let steps: [(String, String, Int64, String)] = [
        ("ann", "adjust", most + 1, "409 amount_out_of_bounds"),
        ("ann", "adjust", .min, "409 amount_out_of_bounds"),
        ("ann", "adjust", most, ""), ("ann", "adjust", 1, "409 amount_out_of_bounds"),
        ("ann", "spend", most + 1, "409 amount_out_of_bounds"),
        ("ann", "reserve", .max, "409 amount_out_of_bounds"),
        ("ann", "spend", most, ""), ("ann", "adjust", most, ""), ("ann", "reserve", most, ""),
        ("ben", "adjust", most, ""), ("ben", "adjust", -most, ""), ("ben", "adjust", most, ""),
      ]
      for (number, step) in steps.enumerated() {
        let answer = try await Self.ask(service, step.0, step.1, step.2, key: "k-\(number)")
        #expect(step.3.isEmpty ? answer.status == 200 : answer.problem == step.3, "\(step)")
      }
      try await Self.expectAnswers(of: service, about: ["ann", "ben"])
    }
  }

  @Test func `the coins of two full wallets are not merged into one`() async throws {
    try await TestService.with { service in
      for account in ["ann", "ben"] {
        _ = try await Self.ask(service, account, "adjust", Self.most, key: "gift")
      }
      var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
      if let key = HTTPField.Name("Idempotency-Key") { headers[key] = "m-1" }
      let answer = try await service.ask(
        "/v1/accounts/ann/merge", .post, headers, #"{"from":"ben"}"#)
      #expect(answer.problem == "409 amount_out_of_bounds")
    }
  }

  /// A log of before the bound: each wallet fits into 64 bits, and their sum does not.
  @Test func `wallets that were filled before there was a bound add up in the reports`()
    async throws
  {
    try await TestService.with { service in
      let ledger = service.ledger
      for account in ["ann", "ben"] as [AccountID] {
        let known = try await ledger.known(account).reference
        try await ledger.record([
          .account(
            .coinsMoved(
              CoinsMoved(
                environment: .production, bundleID: TestLedger.bundleID, account: known,
                coin: "gem",
                movement: .adjusted(
                  amount: 9_000_000_000_000_000_000, reason: "gift", author: "eve"),
                key: "gift", movedAt: TestLedger.now)))
        ])
      }
      let refused = try await Self.ask(service, "ann", "adjust", 1, key: "more")
      #expect(refused.problem == "409 amount_out_of_bounds")
      try await Self.expectAnswers(of: service, about: ["ann", "ben"])
      let report = try await service.get("/v1/reports/coins?from=2026-01-01&to=2027-01-01")
      #expect(report.body.contains("18000000000000000000"))
    }
  }
}
