import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

/// Requests over a real connection, with the headers that a browser adds on its own.
struct ControlForeignSiteTests {
  /// A store that was told to listen on a host, whatever host the connection reaches it by.
  private struct Store: Sendable {
    let simulation: Simulation
    let client: TestClient

    static func with(
      host: String = "127.0.0.1", _ body: @escaping @Sendable (Store) async throws -> Void
    ) async throws {
      let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 4_711)
      let simulation = Simulation(
        of: World(of: app, selling: .game, seed: 1, from: ControlFixture.start),
        signedBy: try ControlFixture.authority.get(), developerKey: DeveloperKey())
      let router = Router(context: StoreRequestContext.self)
      ServerAPI(of: simulation).addRoutes(to: router)
      ControlAPI(of: simulation, host: host).addRoutes(to: router)
      try await Application(router: router).test(.live) { application in
        let port = try #require(application.port)
        try await TestClient.withClient(host: "127.0.0.1", port: port) { client in
          try await body(Store(simulation: simulation, client: client))
        }
      }
    }

    func ask(
      _ method: HTTPRequest.Method, _ path: String, at host: String?, _ headers: HTTPFields = [:],
      _ body: String? = nil
    ) async throws -> TestClient.Response {
      try await client.execute(
        TestClient.Request(
          path, method: method, authority: host, headers: headers,
          body: body.map { ByteBuffer(string: $0) }))
    }

    /// Adds a customer as `curl -d` would, and expects the status of the answer.
    func expect(
      _ status: Int, addingAt host: String?, _ headers: HTTPFields = [:],
      at location: SourceLocation = #_sourceLocation
    ) async throws {
      var headers = headers
      headers[.contentType] = headers[.contentType] ?? "application/x-www-form-urlencoded"
      let answer = try await ask(
        .post, "/control/customers", at: host, headers, #"{"name":"ada"}"#)
      #expect(answer.status.code == status, sourceLocation: location)
    }

    var customers: Int {
      get async { await simulation.withWorld { $0.customers.count } }
    }
  }

  @Test(arguments: ["127.0.0.1:8099", "127.0.0.1", "localhost:1", "LOCALHOST:8099", "[::1]:8099"])
  func `a program needs no header of its own`(host: String) async throws {
    try await Store.with { store in
      try await store.expect(200, addingAt: host)
      #expect(await store.customers == 1)
    }
  }

  @Test(arguments: [
    "evil.example", "evil.example:8099", "127.0.0.1.evil.example", "localhost.evil.example:8099",
    "127.0.0.1:8099.evil.example", "192.0.2.1:8099", "[::2]", "[::1", "", nil,
  ])
  func `a foreign name in Host is refused, reading and writing`(host: String?) async throws {
    try await Store.with { store in
      try await store.expect(403, addingAt: host)
      #expect(await store.customers == 0)
      for path in ["/truth", "/control", "/control/clock", "//control//clock/"] {
        let answer = try await store.ask(.get, path, at: host)
        #expect(answer.status == .forbidden, "\(path)")
      }
    }
  }

  @Test func `the refusal is a problem that names the remedy and not the host`() async throws {
    try await Store.with { store in
      let answer = try await store.ask(.get, "/truth", at: "evil.example")
      #expect(answer.headers[.contentType] == "application/problem+json")
      let text = String(buffer: answer.body ?? ByteBuffer())
      #expect(text.contains(#""code":"foreign_host""#))
      #expect(text.contains("serve --host"))
      #expect(!text.contains("evil"))
    }
  }

  @Test(arguments: [
    "https://evil.example", "http://evil.example:8099", "null", "", "http://127.0.0.1.evil.example",
    "http://192.0.2.1", "file://", "https://evil.example http://localhost",
  ])
  func `a page of another origin posts text in vain`(origin: String) async throws {
    try await Store.with { store in
      let headers: HTTPFields = [.origin: origin, .contentType: "text/plain;charset=UTF-8"]
      try await store.expect(403, addingAt: "127.0.0.1:8099", headers)
      let answer = try await store.ask(
        .put, "/control/clock", at: "localhost:8099", headers, #"{"speed":9}"#)
      #expect(answer.status == .forbidden)
      let problem = String(buffer: answer.body ?? ByteBuffer())
      #expect(problem.contains(#""code":"foreign_site""#))
      #expect(await store.customers == 0)
      #expect(await store.simulation.speed == 0)
    }
  }

  @Test(arguments: ["http://localhost:3000", "http://127.0.0.1:8099", "https://[::1]:5173"])
  func `a page on this machine may act`(origin: String) async throws {
    try await Store.with { store in
      try await store.expect(200, addingAt: "127.0.0.1:8099", [.origin: origin])
    }
  }

  @Test(arguments: [
    ("cross-site", 403), ("same-site", 200), ("same-origin", 200), ("none", 200),
  ])
  func `a request from another site is refused, a link to read is not`(
    site: String, status: Int
  ) async throws {
    try await Store.with { store in
      let headers: HTTPFields = [try #require(HTTPField.Name("Sec-Fetch-Site")): site]
      try await store.expect(status, addingAt: "127.0.0.1:8099", headers)
      let manual = try await store.ask(.get, "/control", at: "127.0.0.1:8099", headers)
      #expect(manual.status == .ok)
    }
  }

  @Test(arguments: [
    ("appstore", "appstore:8099", 200), ("AppStore", "appstore", 200),
    ("appstore", "localhost", 200), ("appstore", "appstore.evil.example", 403),
    ("appstore", "192.0.2.1", 403), ("::1", "[::1]:8099", 200),
    ("2001:db8::5", "[2001:db8::5]:8099", 200),
    ("0.0.0.0", "192.0.2.1:8099", 200), ("::", "[2001:db8::5]:8099", 200),
    ("0.0.0.0", "127.0.0.1", 200), ("0.0.0.0", "appstore", 403), ("::", "evil.example", 403),
  ])
  func `the store answers to the name that it listens on`(
    listening: String, host: String, status: Int
  ) async throws {
    try await Store.with(host: listening) { store in
      try await store.expect(status, addingAt: host)
    }
  }

  @Test func `a page served by another address is foreign to a store on all addresses`()
    async throws
  {
    try await Store.with(host: "0.0.0.0") { store in
      let (own, other) = ("http://192.0.2.1:3000", "http://192.0.2.2:3000")
      try await store.expect(403, addingAt: "192.0.2.1:8099", [.origin: other])
      try await store.expect(200, addingAt: "192.0.2.1:8099", [.origin: own])
    }
  }

  @Test func `the Server API minds the token alone`() async throws {
    try await Store.with { store in
      let path = "/inApps/v1/notifications/test"
      let token = try store.simulation.developerKey.token(for: "com.example.game", at: .now)
      let headers: HTTPFields = [
        .authorization: "Bearer \(token)", .origin: "https://evil.example",
      ]
      let answer = try await store.ask(.post, path, at: "api.storekit.example", headers)
      #expect(answer.status != .forbidden)
      #expect(answer.status != .unauthorized)
      let stranger = try await store.ask(.post, path, at: "api.storekit.example")
      #expect(stranger.status == .unauthorized)
    }
  }
}
