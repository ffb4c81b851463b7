import HTTP
import HummingbirdTesting
import TestSupport
import Testing

struct WireTests {
  private static let post = "POST /v1/apple/notifications HTTP/1.1\r\nHost: localhost\r\n"

  @Test(arguments: [
    ("Transfer-Encoding: chunked\r\n\r\nzz\r\nabc", "400 unreadable_body"),
    ("Content-Length: 1000000000000\r\n\r\nabc", "413 body_too_large"),
  ])
  func `what cannot be read is answered, and the connection ended`(
    rest: String, problem: String
  ) async throws {
    try await TestService.with(.live) { service in
      let port = try #require(service.client.port)
      let answer = try await RawExchange.send(Self.post + rest, to: port)
      #expect(answer.problem == problem)
      #expect(answer.head.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test(arguments: ["FETCH / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno field\r\n\r\n"])
  func `bytes that are no request are answered with an id, too`(bytes: String) async throws {
    try await TestService.with(.live) { service in
      let port = try #require(service.client.port)
      let answer = try await RawExchange.send(bytes, to: port)
      #expect(answer.head.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      let ids = answer.head.lowercased().matches(of: /x-request-id: [0-9a-f]{32}/)
      #expect(ids.count == 1)
    }
  }

  @Test func `a body broken off by the client is its own fault`() async throws {
    try await TestService.with(.live) { service in
      let port = try #require(service.client.port)
      let answer = try await RawExchange.send(
        Self.post + "Content-Length: 5000\r\n\r\nabc", to: port, endingThere: true)
      #expect(answer.problem == "400 unreadable_body")
    }
  }

  @Test func `HEAD puts no body on the wire, and the next answer is whole`() async throws {
    try await TestService.with(.live) { service in
      let port = try #require(service.client.port)
      let answer = try await RawExchange.send(
        "HEAD /v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
          + "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        to: port)
      #expect(answer.head.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
      #expect(answer.rest.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.rest.hasSuffix("\r\n\r\n\(TestService.living)"))
    }
  }

  @Test func `a draining server ends each connection after its answer`() async throws {
    try await TestService.with(.live) { service in
      service.readiness.drain()
      let port = try #require(service.client.port)
      let answer = try await RawExchange.send(
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", to: port)
      #expect(answer.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.rest == TestService.living)
    }
  }
}
