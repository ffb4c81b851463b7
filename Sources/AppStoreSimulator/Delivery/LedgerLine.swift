package import AsyncHTTPClient
import Foundation
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
package typealias LedgerLine = @Sendable (LedgerRequest) async -> SendAttempt.Result

/// The ledger over HTTP, as Apple's notifications and a game's server reach it.
package struct HTTPLedgerLine: Sendable {
  private static let timeout = TimeAmount.seconds(10)
  private let client: HTTPClient
  private let url: String
  private let key: String?

  /// - Parameter key: an API key of scope ingest, for what the game posts.
  package init(to url: String, key: String?, through client: HTTPClient = .shared) {
    self.client = client
    self.url = url
    self.key = key
  }

  package func send(_ message: LedgerRequest) async -> SendAttempt.Result {
    var request = HTTPClientRequest(url: url + message.path)
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    if message.isFromGame, let key {
      request.headers.add(name: "authorization", value: "Bearer \(key)")
    }
    request.body = .bytes(ByteBuffer(bytes: message.body))
    do {
      let response = try await client.execute(request, timeout: Self.timeout)
      for try await _ in response.body {}
      return (200...206).contains(response.status.code) ? .success : .unsuccessfulStatus
    } catch let error as HTTPClientError {
      return Self.result(of: error)
    } catch {
      return .noResponse
    }
  }

  private static func result(of error: HTTPClientError) -> SendAttempt.Result {
    switch error {
    case .deadlineExceeded, .readTimeout, .connectTimeout: .timedOut
    case .remoteConnectionClosed: .prematureClose
    default: .socketIssue
    }
  }
}
