import Access
import AppStoreSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Ledger
import NIOCore
import NIOEmbedded
import Release
import TestSupport
import Testing

@testable import HTTP

/// Clients that open, hold or fill connections, against limits that are small.
struct FloodTests {
  private static let health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
  private static let post = "POST /v1/apple/notifications HTTP/1.1\r\nHost: localhost\r\n"

  @Test func `a connection beyond the maximum waits until another one ends`() async throws {
    let log = RecordedLog()
    let limits = ConnectionLimits(connectionsMax: 2)
    try await TestService.withServer(logger: log.logger, limits: limits) { port in
      let held = try [RawConnection(to: port), RawConnection(to: port)]
      for connection in held {
        try connection.send(Self.health)
        #expect(await connection.receive().hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
      let late = try RawConnection(to: port)
      try late.send(Self.health)
      #expect(await late.receive(within: .milliseconds(300)) == "")
      held[0].end()
      #expect(await late.receive().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
    let lines = log.lines.filter { $0.message.hasPrefix("no more connections are accepted") }
    #expect(lines.map(\.metadata) == [["connections": "2"]])
  }

  @Test func `connections that cannot be accepted are logged once a minute`() {
    let log = RecordedLog()
    let channel = EmbeddedChannel()
    AcceptFailureLog.watch(channel, logger: log.logger)
    channel.embeddedEventLoop.run()
    for _ in 1...3 {
      channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
    }
    #expect(log.lines.map(\.message) == ["a connection could not be accepted"])
  }

  @Test(arguments: [
    ("POST /v1/transactions", "401 invalid_key"), ("POST /v1/nothing", "404 not_found"),
    ("PUT /healthz", "405 method_not_allowed"),
    (
      "GET /healthz",
      #"{"rules":\#(RulesChanged.present),"schema":\#(TestService.schema),"status":"ok","#
        + #""version":"\#(ProgramVersion.text)"}"#
    ),
  ])
  func `an answer to a body that was not read ends the connection`(
    request: String, outcome: String
  ) async throws {
    try await TestService.with(.live) { service in
      let port = try #require(service.client.port)
      let answer = try await RawExchange.send(
        "\(request) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc", to: port)
      #expect(answer.problem == outcome)
      #expect(answer.head.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test func `an answer to a body that arrived whole keeps the connection`() async throws {
    try await TestService.with(.live) { service in
      let connection = try RawConnection(to: try #require(service.client.port))
      for _ in 1...2 {
        try connection.send(
          "POST /v1/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc")
        let answer = await connection.receive()
        #expect(answer.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(!answer.contains("Connection: close"))
      }
    }
  }

  @Test(arguments: ["GET /healthz HTTP/1.1\r\nX-Drip: ", post + "Content-Length: 10000\r\n\r\n"])
  func `a request that comes byte by byte is not waited for`(start: String) async throws {
    let limits = ConnectionLimits(requestPatience: .milliseconds(400))
    try await TestService.with(.live, limits: limits) { service in
      let connection = try RawConnection(to: try #require(service.client.port))
      try connection.send(start)
      let dripping = Task {
        while !Task.isCancelled {
          try connection.send("x")
          try await Task.sleep(for: .milliseconds(50))
        }
      }
      #expect(await connection.isEnded(within: .seconds(15)))
      dripping.cancel()
      _ = await dripping.result
    }
  }

  @Test func `a connection that never sends a byte does not keep its place`() async throws {
    #expect(ConnectionLimits().silenceMax == .seconds(10))
    let limits = ConnectionLimits(connectionsMax: 2, silenceMax: .milliseconds(500))
    try await TestService.withServer(logger: RecordedLog().logger, limits: limits) { port in
      let silent = try [RawConnection(to: port), RawConnection(to: port)]
      let late = try RawConnection(to: port)
      try late.send(Self.health)
      #expect(await late.receive().hasPrefix("HTTP/1.1 200 OK\r\n"))
      for connection in silent { #expect(await connection.isEnded(within: .seconds(15))) }
    }
  }

  @Test func `a connection between two requests may be silent for longer`() async throws {
    let limits = ConnectionLimits(requestPatience: .seconds(1))
    try await TestService.with(.live, limits: limits) { service in
      let connection = try RawConnection(to: try #require(service.client.port))
      for _ in 1...2 {
        let (first, second) = (Self.health.prefix(20), Self.health.dropFirst(20))
        try connection.send(String(first))
        try connection.send(String(second))
        #expect(await connection.receive().hasPrefix("HTTP/1.1 200 OK\r\n"))
        try await Task.sleep(for: .milliseconds(1_500))
      }
    }
  }

  @Test func `an answer of which the client reads nothing does not hold the connection`() throws {
    let channel = EmbeddedChannel(
      handler: ConnectionDeadlines(patience: .seconds(30), silenceMax: .hours(1)))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    func setWritable(_ isWritable: Bool) {
      channel.isWritable = isWritable
      channel.pipeline.fireChannelWritabilityChanged()
    }
    setWritable(false)
    channel.embeddedEventLoop.advanceTime(by: .seconds(29))
    setWritable(true)
    channel.embeddedEventLoop.advanceTime(by: .seconds(60))
    #expect(channel.isActive)
    setWritable(false)
    channel.embeddedEventLoop.advanceTime(by: .seconds(30))
    #expect(!channel.isActive)
  }

  /// The budget is 160 KiB, of which large bodies may have 120: three times 40. Then one more of 40
  /// KiB is refused, and one of 30 bytes is read.
  @Test func `bodies that fill the memory leave room for small ones`() async throws {
    let bodies = BodyBudget(total: 163_840)
    try await TestService.with(.live, bodies: bodies) { service in
      let port = try #require(service.client.port)
      let post =
        "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\n"
        + "Authorization: Bearer \(service.key.text)\r\n"
      let unfinished = post + "Content-Length: 50000\r\n\r\n" + Self.spaces(40_960)
      let held = try (1...3).map { _ in try RawConnection(to: port) }
      for connection in held { try connection.send(unfinished) }
      #expect(try await Self.isTaken(122_880, of: bodies))

      let refused = try await RawExchange.send(unfinished, to: port)
      #expect(refused.problem == "503 too_many_bodies retryable")
      #expect(refused.head.contains("\r\nRetry-After: 1\r\n"))
      let small = try RawConnection(to: port)
      for _ in 1...2 {
        try small.send(post + "Content-Length: 30\r\n\r\n" + Self.spaces(30))
        #expect(await small.receive().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      }
      #expect(try await Self.isTaken(122_880, of: bodies))
      for connection in held { connection.end() }
      #expect(try await Self.isTaken(0, of: bodies))
    }
  }

  /// Strangers have 120 KiB here: three times 40. A fourth body takes the room of the first one.
  @Test
  func `strangers' unread bodies give way to Apple's, and take nothing from those with a key`()
    async throws
  {
    let strangers = StrangerBodies(total: 122_880)
    let bodies = BodyBudget(total: 65_536)
    try await TestService.with(.live, bodies: bodies, strangerBodies: strangers) { service in
      let port = try #require(service.client.port)
      let unfinished = Self.post + "Content-Length: 50000\r\n\r\n" + Self.spaces(40_960)
      let held = try (1...3).map { _ in try RawConnection(to: port) }
      for connection in held {
        let before = strangers.taken
        try connection.send(unfinished)
        #expect(try await Self.holds { strangers.taken == before + 40_960 })
      }
      let keyed = try await service.post("/v1/transactions", Self.spaces(32_000))
      #expect(keyed.problem == "400 unreadable_body")
      #expect(bodies.taken == 0)

      let jws = try service.ledger.authority.subscribed(.month())
      let notified = try await service.notify(
        #"{"signedPayload":"\#(jws)"}"# + Self.spaces(40_000 - jws.utf8.count))
      #expect(notified.body == #"{"duplicate":false,"recorded":true}"#)
      #expect(await held[0].receive().hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      #expect(try await Self.holds { strangers.taken == 81_920 })
      for connection in held { connection.end() }
      #expect(try await Self.holds { strangers.taken == 0 })
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Waits until so many bytes are taken. Returns false if that takes half a minute.
  private static func isTaken(_ bytes: Int, of bodies: BodyBudget) async throws -> Bool {
    try await holds { bodies.taken == bytes }
  }

  private static func holds(_ condition: () -> Bool) async throws -> Bool {
    for _ in 1...3_000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
    return condition()
  }
}
