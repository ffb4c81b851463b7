import HTTPTypes
import Reports
import TestSupport
import Testing

@testable import HTTP

/// The tags of all reads.
struct EntityTagTests {
  private static let account = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  @Test(arguments: [
    "/v1/accounts/ACCOUNT", "/v1/accounts/ACCOUNT/entitlements",
    "/v1/accounts/ACCOUNT/entitlements/com.example.month", "/v1/accounts/ACCOUNT/subscriptions",
    "/v1/accounts/ACCOUNT/tenure", "/v1/accounts/ACCOUNT/history", "/v1/accounts/ACCOUNT/wallet",
    "/v1/accounts/ACCOUNT/consent", "/v1/purchases/2000", "/v1/lookup?transaction=2000",
    "/v1/grants", "/v1/grants?changedAfter=", "/v1/catalog", "/v1/outbox", "/v1/outbox/summary",
    "/v1/dead-letters", "/v1/projections", "/v1/servers", "/openapi.json", "/docs", "/docs/wallet",
    "/llms.txt",
  ])
  func `what a caller has is not sent again`(path: String) async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let path = path.replacing("ACCOUNT", with: Self.account)
      let first = try await service.get(path)
      #expect(first.status == 200, "\(first.body)")
      let tag = try #require(first.headers[.eTag])
      #expect(tag.hasPrefix("W/\""))
      let later = try await service.get(path, headers: [.ifNoneMatch: tag])
      #expect(later.status == 304)
      #expect(later.body.isEmpty)
      let other = try await service.get(path, headers: [.ifNoneMatch: "W/\"0\""])
      #expect(other.body == first.body)
    }
  }

  @Test func `every read that is described with a tag is tried here or is one of few`() {
    let tried = ["readReport", "readReceipt", "readGrant", "readDeadLetter", "queryEntitlements"]
    let tagged = APIDescription.routes.filter(\.isTagged).map(\.name)
    let reads = APIDescription.routes.filter { $0.method == .get && !$0.ignoresParameters }
    #expect(Set(tried).isSubset(of: tagged))
    #expect(reads.filter { !$0.isTagged }.map(\.name) == [])
  }

  @Test(arguments: ReportName.allCases)
  func `a report that is not kept tells until when it knows, and has no tag`(name: ReportName)
    async throws
  {
    try await TestService.withMonth(of: Self.account) { service in
      let time = name == .reconciliation ? "period=2026-05&calendar=pacific" : "from=2026-05-01"
      for format in name.specification.formats {
        let path = "/v1/reports/\(name.rawValue)?\(time)&format=\(format.rawValue)"
        let answer = try await service.get(path)
        #expect(answer.status == 200, "\(path): \(answer.body)")
        #expect(answer.headers[.eTag] == nil, "\(path)")
      }
    }
  }

  @Test func `a list of changes is sent again once the position has moved`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let path = "/v1/grants?changedAfter="
      let tag = try #require(try await service.get(path).headers[.eTag])
      _ = try await service.put("/v1/accounts/anna/consent", #"{"consumption":true}"#)
      try await service.ledger.project()
      let later = try await service.get(path, headers: [.ifNoneMatch: tag])
      #expect(later.status == 200)
    }
  }
}
