import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// A client that asks one ledger of a fleet, and another one when no answer comes, until one
/// answers.
struct FleetClient: Sendable {
  private static let timeout = TimeAmount.seconds(60)
  private static let patience = Duration.seconds(300)
  private static let pause = Duration.milliseconds(20)
  private static let bodyMax = 8 << 20
  /// The most connections, more than are ever under way at once: no request waits for a connection.
  private static let connectionsMax = 128
  private static let client = HTTPClient(configuration: configuration)

  private let urls: [String]
  private let key: String
  private let counter = Counter()

  init(of urls: [String], key: String) {
    self.urls = urls
    self.key = key
  }

  private static var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(2)))
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsMax
    return configuration
  }

  /// The number of requests sent, answered or not.
  var questions: Int { counter.questions.withLock(\.self) }
  /// The number of requests that had to be sent again.
  var unanswered: Int { counter.unanswered.withLock(\.self) }

  func get(_ path: String) async throws -> Reply {
    try await send { HTTPClientRequest(url: $0 + path) }
  }

  /// - Parameter key: the request's own key, under which it is done once.
  func post(_ path: String, _ body: String, key: String? = nil) async throws -> Reply {
    try await send { url in
      var request = HTTPClientRequest(url: url + path)
      request.method = .POST
      request.headers.add(name: "content-type", value: "application/json")
      if let key { request.headers.add(name: "idempotency-key", value: "\"\(key)\"") }
      request.body = .bytes(ByteBuffer(string: body))
      return request
    }
  }

  private func send(_ request: (String) -> HTTPClientRequest) async throws -> Reply {
    let deadline = ContinuousClock.now + Self.patience
    while let url = urls.randomElement() {
      try Task.checkCancellation()
      let request = request(url)
      if let reply = await reply(to: request) { return reply }
      guard ContinuousClock.now < deadline else {
        throw BrokenDrill("no ledger answered \(request.method) \(request.url) for five minutes")
      }
      try await Task.sleep(for: Self.pause)
    }
    throw BrokenDrill("there is no ledger to ask")
  }

  /// Returns nil without a complete answer, or if the ledger is unavailable.
  private func reply(to request: HTTPClientRequest) async -> Reply? {
    var request = request
    request.headers.add(name: "authorization", value: "Bearer \(key)")
    counter.questions.withLock { $0 += 1 }
    do {
      let response = try await Self.client.execute(request, timeout: Self.timeout)
      let body = try await response.body.collect(upTo: Self.bodyMax)
      if response.status != .serviceUnavailable {
        return Reply(status: response.status.code, body: String(buffer: body))
      }
    } catch {
      // Connections break when a server is killed.
    }
    counter.unanswered.withLock { $0 += 1 }
    return nil
  }

  private final class Counter: Sendable {
    let questions = Mutex(0)
    let unanswered = Mutex(0)
  }
}
