import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Release

/// A transport that sends one request to Apple over HTTP and returns the answer.
///
/// The transport follows no redirects: the token is for Apple alone.
struct ServerAPITransport: Sendable {
  enum Failure: Error {
    /// The request was not sent.
    case unreachable
    /// The request may have been sent.
    case unanswered
    case canceled
  }

  private static let connectionsMax = 64
  /// The one HTTP client of the process, which lives as long as the process.
  private static let client = HTTPClient(configuration: configuration)

  /// The time limit from the first byte sent to the last byte read.
  let timeout: Duration

  private static var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsMax
    return configuration
  }

  func send(
    _ call: ServerAPICall, to host: String, with token: String?
  ) async throws(Failure) -> ServerAPIAnswer {
    var request = HTTPClientRequest(url: host + call.address)
    request.method = call.method
    if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
    request.headers.add(name: "accept", value: "application/json")
    if let body = call.body {
      request.headers.add(name: "content-type", value: body.contentType)
      request.body = .bytes(ByteBuffer(bytes: body.bytes))
    }
    request.headers.add(name: "user-agent", value: ProgramVersion.userAgent)
    do {
      let (head, body) = try await request.answer(
        by: Self.client, within: timeout, upTo: call.endpoint.answerMax)
      return ServerAPIAnswer(
        status: Int(head.status.code), retryAfter: head.headers.first(name: "retry-after"),
        body: Data(body.readableBytesView))
    } catch {
      throw Task.isCancelled ? .canceled : Self.failure(error)
    }
  }

  private static func failure(_ error: any Error) -> Failure {
    switch error {
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
