import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Something to be posted to the ledger.
package struct LedgerRequest: Sendable {
  package let path: String
  package let body: [UInt8]
  /// Whether it is the game's, which has a key, and not Apple's, who has none.
  package let isFromGame: Bool

  package init(path: String, body: [UInt8], isFromGame: Bool) {
    self.path = path
    self.body = body
    self.isFromGame = isFromGame
  }
}

/// The way to the ledger: what became of an attempt to send.
package typealias LedgerLine = @Sendable (LedgerRequest) async -> LedgerReply

/// The ledger over HTTP, as Apple's notifications and a game's server reach it.
///
/// It follows no redirections, gives up after a second where nobody takes the connection, and after ten
/// where nobody answers.
package struct HTTPLedgerLine: Sendable {
  private static let timeout = TimeAmount.seconds(10)
  /// More than are ever under way at once: nobody waits for a connection.
  private static let connectionsMax = 256
  private static let client = HTTPClient(configuration: configuration)
  private let url: String
  private let key: String?

  /// - Parameter key: an API key of scope ingest, for what the game posts.
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
