import Access
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

struct MethodTests {
  private static let entitlements = "/v1/accounts/anna/entitlements"

  @Test(arguments: ["/healthz", entitlements, "/v1/purchases/1", "/v1/nothing"])
  func `HEAD answers as GET does, without the body`(path: String) async throws {
    try await TestService.with { service in
      let headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
      let get = try await service.ask(path, .get, headers)
      let head = try await service.ask(path, .head, headers)
      #expect(head.status == get.status)
      #expect(head.headers[.contentType] == get.headers[.contentType])
      #expect(head.headers[.contentLength].flatMap { Int($0) } == get.body.utf8.count)
      #expect(head.headers[.eTag] == get.headers[.eTag])
      #expect(head.body.isEmpty)
    }
  }

  @Test func `HEAD of what is only posted is rejected without a body`() async throws {
    try await TestService.with { service in
      let answer = try await service.ask("/v1/apple/notifications", .head)
      #expect(answer.status == 405)
      #expect(answer.headers[.allow] == "POST")
      #expect(answer.body.isEmpty)
    }
  }

  @Test(arguments: [HTTPRequest.Method.options, .trace, .connect, .delete, .patch, .put])
  func `an answer to another method names the right ones`(method: HTTPRequest.Method) async throws {
    try await TestService.with { service in
      let health = try await service.ask("/healthz", method)
      #expect(health.problem == "405 method_not_allowed")
      #expect(health.headers[.allow] == "GET, HEAD")
      let door = try await service.ask("/v1/apple/notifications", method)
      #expect(door.problem == "405 method_not_allowed")
      #expect(door.headers[.allow] == "POST")
    }
  }

  @Test(arguments: ["QUERY", "PROPFIND", "LINK", "MKCOL"])
  func `an answer to a rare method names the right ones, too`(name: String) async throws {
    try await TestService.with(.live) { service in
      let port = try #require(service.client.port)
      func ask(_ path: String) async throws -> String {
        try await RawExchange.send(
          "\(name) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", to: port
        ).head
      }
      let known = try await ask("/healthz")
      #expect(known.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n"))
      #expect(known.lowercased().contains("\r\nallow: get, head\r\n"))
      #expect(try await ask("/v1/nothing").hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    }
  }
}
