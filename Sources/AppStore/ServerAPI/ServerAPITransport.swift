import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The way to Apple: one request over HTTP, and what came back.
///
/// It follows no redirections: the token is for Apple alone.
struct ServerAPITransport: Sendable {
  enum Trouble: Error {
    /// The request was not sent.
    case unreachable
    /// It may have been sent.
    case unanswered
    case cancelled
  }

  /// Twenty JWS are a tenth of it.
  private static let bodyMax = 4 << 20
  private static let connectionsMax = 64
  /// One for the process, which it lives as long as.
  private static let client = HTTPClient(configuration: configuration)

  /// From the first byte sent to the last one read.
  let timeout: Duration

  private static var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsMax
    return configuration
  }

  func send(
    _ call: ServerAPICall, to host: String, with token: String
  ) async throws(Trouble) -> ServerAPIAnswer {
    var request = HTTPClientRequest(url: host + call.address)
    request.method = call.method
    request.headers.add(name: "authorization", value: "Bearer \(token)")
    request.headers.add(name: "accept", value: "application/json")
    if let body = call.body {
      request.headers.add(name: "content-type", value: body.contentType)
      request.body = .bytes(ByteBuffer(bytes: body.bytes))
    }
    do {
      return try await exchange(request)
    } catch {
      throw Task.isCancelled ? .cancelled : Self.trouble(error)
    }
  }

  /// The clock of the client ends with the head of the answer: ours runs on until the body is read.
  private func exchange(_ request: HTTPClientRequest) async throws -> ServerAPIAnswer {
    try await withThrowingTaskGroup(of: ServerAPIAnswer.self) { group in
      group.addTask {
        let response = try await Self.client.execute(request, timeout: TimeAmount(timeout))
        let body = try await response.body.collect(upTo: Self.bodyMax)
        return ServerAPIAnswer(
          status: Int(response.status.code),
          retryAfter: response.headers.first(name: "retry-after"),
          body: Data(body.readableBytesView))
      }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw Trouble.unanswered
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw Trouble.unanswered }
      return answer
    }
  }

  private static func trouble(_ error: any Error) -> Trouble {
    switch error {
    case let trouble as Trouble: trouble
    case let error as HTTPClientError: unanswered.contains(error) ? .unanswered : .unreachable
    case let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode): .unanswered
    case ChannelError.ioOnClosedChannel, ChannelError.inputClosed, ChannelError.outputClosed,
      ChannelError.eof, is NIOTooManyBytesError:
      .unanswered
    default: .unreachable
    }
  }

  private static let unanswered: [HTTPClientError] = [
    .deadlineExceeded, .readTimeout, .writeTimeout, .remoteConnectionClosed, .cancelled,
    .getConnectionFromPoolTimeout,
  ]
}
