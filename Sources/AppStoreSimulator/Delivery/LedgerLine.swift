import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A connection to the ledger: sends a request and returns the result of the attempt.
package typealias LedgerLine = @Sendable (LedgerRequest) async -> LedgerReply

/// Erases an account at the ledger, and returns a success once the ledger has forgotten the account.
package typealias AccountEraser = @Sendable (_ account: String) async -> LedgerReply

/// A connection to the ledger over HTTP, for Apple's notifications and a game server's posts.
///
/// It follows no redirects. It gives up after one second without a connection and after ten seconds
/// without an answer.
package struct HTTPLedgerLine: Sendable {
  private static let timeout = TimeAmount.seconds(10)
  /// A limit above the number of concurrent requests, so that no request waits for a connection.
  private static let connectionsMax = 256
  private static let client = HTTPClient(configuration: configuration)
  private let url: String
  private let key: String?

  /// - Parameter key: an API key of the scopes ingest and grants, for the requests of games.
  package init(to url: String, key: String?) {
    self.url = url
    self.key = key
  }

  private static var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(1)))
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsMax
    return configuration
  }

  package func send(_ message: LedgerRequest) async -> LedgerReply {
    var request = HTTPClientRequest(url: url + message.path)
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    if message.isFromGame, let key {
      request.headers.add(name: "authorization", value: "Bearer \(key)")
    }
    if let key = message.idempotencyKey {
      request.headers.add(name: "idempotency-key", value: "\"\(key)\"")
    }
    request.body = .bytes(ByteBuffer(bytes: message.body))
    do {
      let response = try await Self.client.execute(request, timeout: Self.timeout)
      for try await _ in response.body {}
      return LedgerReply(status: Int(response.status.code))
    } catch let error as HTTPClientError {
      return LedgerReply(Self.result(of: error))
    } catch is CancellationError {
      return .noResponse
    } catch {
      return LedgerReply(.socketIssue)
    }
  }

  private static func result(of error: HTTPClientError) -> SendAttempt.Result {
    switch error {
    case .deadlineExceeded, .readTimeout, .getConnectionFromPoolTimeout: .timedOut
    case .remoteConnectionClosed: .prematureClose
    case .cancelled: .noResponse
    default: .socketIssue
    }
  }
}
