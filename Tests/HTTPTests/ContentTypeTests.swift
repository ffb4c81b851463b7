import HTTPTypes
import Testing

@testable import HTTP

/// Bodies that say what they are.
struct ContentTypeTests {
  private static let path = "/v1/accounts/anna/consent"
  private static let body = #"{"consumption":true}"#

  @Test(arguments: [
    (nil, 200), ("application/json", 200), ("application/json; charset=utf-8", 200),
    ("Application/JSON", 200), ("application/merge-patch+json", 200),
    ("application/x-www-form-urlencoded", 200), ("text/plain", 415), ("application/xml", 415),
    ("multipart/form-data; boundary=x", 415),
  ])
  func `a body that says that it is no JSON is refused`(type: String?, status: Int) async throws {
    try await TestService.with { service in
      var headers = service.authorization
      headers[.contentType] = type
      let answer = try await service.ask(Self.path, .put, headers, Self.body)
      #expect(answer.status == status, "\(answer.body)")
      if status == 415 {
        #expect(answer.problem == "415 unsupported_media_type")
        #expect(answer.headers[.accept] == "application/json")
      }
    }
  }

  @Test func `every route with a body of ours says so, and Apple's does not`() async throws {
    try await TestService.with { service in
      for route in APIDescription.routes {
        guard let body = route.body else { continue }
        var headers = service.authorization
        headers[.contentType] = "text/xml"
        if let name = HTTPField.Name("Idempotency-Key") { headers[name] = route.name }
        let answer = try await service.ask(route.address, route.method, headers, "<x/>")
        if case .apple = body.kind {
          #expect(answer.status == 400, "\(route.name)")
        } else {
          #expect(answer.problem == "415 unsupported_media_type", "\(route.name)")
        }
      }
    }
  }

  @Test func `a body that is left out has no type`() async throws {
    try await TestService.with { service in
      var headers = service.authorization
      headers[.contentType] = "text/plain"
      let answer = try await service.ask("/v1/accounts/nobody", .delete, headers)
      #expect(answer.problem == "404 unknown_account")
    }
  }
}
