import TestSupport
import Testing

/// Subscriptions that a game keeps open while their renewal is awaited.
struct OverdueRouteTests {
  private struct Entitlements: Decodable {
    struct Entitlement: Decodable { let state: String }
    let entitlements: [Entitlement]
  }

  private static let account = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  /// The month of the account ends on 2026-06-15.
  @Test(
    arguments: [
      ("", []), ("&overdueFor=PT0S", []), ("&overdueFor=PT11H59M59S", []),
      ("&overdueFor=PT12H1S", ["overdue"]), ("&overdueFor=P30D", ["overdue"]),
    ] as [(String, [String])])
  func `are listed on request, for the time asked for`(
    parameter: String, states: [String]
  ) async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let query = "?at=2026-06-15T12:00:00Z\(parameter)"
      let path = "/v1/accounts/\(Self.account)/entitlements"
      let answer = try await service.get(path + query).decode(Entitlements.self)
      #expect(answer.entitlements.map(\.state) == states)
      let named = try await service.get("\(path)/com.example.month\(query)")
      #expect(named.status == (states.isEmpty ? 404 : 200))
      let many = try await service.post(
        "/v1/entitlements/query\(query)", #"{"accounts":["\#(Self.account)"]}"#)
      #expect(many.body.contains(#""state":"overdue""#) == !states.isEmpty)
    }
  }

  @Test(arguments: ["P31D", "PT721H", "24", "P", "PT", "P1M", "-PT1H", "PT1.5H"])
  func `another time is rejected`(text: String) async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/accounts/anna/entitlements?overdueFor=\(text)")
      #expect(answer.problem == "400 invalid_parameter")
    }
  }
}
