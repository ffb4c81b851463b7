import Access
import Foundation
import HTTPTypes
import Intake
import Ledger
import TestSupport
import Testing

/// Adjustments above an amount need another person's key.
struct SecondPersonTests {
  private static let app = ConfiguredApp(
    bundleID: TestLedger.bundleID, appAppleID: TestLedger.appAppleID,
    environments: [.production, .sandbox],
    secondPerson: SecondPersonPolicy(adjustAbove: 100))

  private func with(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with(of: Self.app, by: { $0.intake }, body)
  }

  private func adjust(
    _ amount: Int64, _ service: TestService, second: String? = nil, key: String = "adjust"
  ) async throws -> Answer {
    var headers: HTTPFields = [
      .authorization: "Bearer \(service.key.text)",
      try #require(HTTPField.Name("Idempotency-Key")): "\(key) \(amount)",
    ]
    if let second { headers[try #require(HTTPField.Name("Second-Authorization"))] = second }
    return try await service.ask(
      "/v1/accounts/anna/wallet/adjust", .post, headers,
      #"{"coin": "gem", "amount": \#(amount), "reason": "ticket 9", "author": "kim"}"#)
  }

  @Test(arguments: [(100, 200), (101, 403), (-100, 409), (-101, 403)] as [(Int64, Int)])
  func `one person may adjust up to the amount`(amount: Int64, status: Int) async throws {
    try await with { service in
      let answer = try await adjust(amount, service)
      #expect(answer.status == status, "\(answer.body)")
      if status == 403 { #expect(answer.problem == "403 second_person_required") }
    }
  }

  @Test func `with a second person the event keeps both`() async throws {
    try await with { service in
      let bob = try await service.keys.create(name: "bob", scopes: [.admin])
      let answer = try await adjust(5_000, service, second: "Bearer \(bob.text)")
      #expect(answer.status == 200)
      struct Listed: Decodable {
        struct Act: Decodable { let by: String?, secondPerson: String?, secondKey: String? }
        let acts: [Act]
      }
      let acts = try await service.get("/v1/audit?act=wallet&accounts=true").decode(Listed.self)
        .acts
      #expect(acts.map(\.by) == ["kim"])
      #expect(acts.map(\.secondPerson) == ["bob"] && acts.map(\.secondKey) == [bob.id])
    }
  }

  @Test func `a key that is the first one, narrower, revoked or nonsense is no second person`()
    async throws
  {
    try await with { service in
      let reader = try await service.keys.create(name: "reader", scopes: [.read, .grants])
      let other = try await service.keys.create(
        name: "other", scopes: [.admin], reach: KeyReach(apps: ["com.example.other"]))
      let gone = try await service.keys.create(name: "gone", scopes: [.admin])
      _ = try await service.keys.revoke(id: gone.id)
      for text in [
        "Bearer \(service.key.text)", "Bearer \(reader.text)", "Bearer \(other.text)",
        "Bearer \(gone.text)", "Bearer nonsense", "nonsense",
      ] {
        let answer = try await adjust(101, service, second: text)
        #expect(answer.problem == "403 second_person_required")
        #expect(!answer.body.contains(reader.text) && !answer.body.contains(gone.text))
      }
    }
  }

  @Test func `without a policy no amount needs two`() async throws {
    try await TestService.with { service in
      let answer = try await adjust(1_000_000, service)
      #expect(answer.status == 200)
    }
  }

  @Test(arguments: [
    (SecondPersonPolicy.Need.adjust(10), true), (.adjust(-10), true), (.adjust(9), false),
    (.credit(6), true), (.credit(5), false), (.forcedClose, true), (.grantDue, false),
  ])
  func `a policy demands what it names`(need: SecondPersonPolicy.Need, demands: Bool) {
    let policy = SecondPersonPolicy(adjustAbove: 9, creditAbove: 5, forcedClose: true)
    #expect(policy.demands(need) == demands)
    #expect(!SecondPersonPolicy.off.demands(need))
  }
}
