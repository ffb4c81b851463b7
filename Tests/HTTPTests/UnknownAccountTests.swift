import HTTP
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
}
