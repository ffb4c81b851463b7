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
      return try await exchange(request, upTo: call.endpoint.answerMax)
    } catch {
      throw Task.isCancelled ? .canceled : Self.failure(error)
    }
  }

  /// Sends the request within the time limit, body included. The client's own timeout ends with the
  /// head of the answer.
  private func exchange(
    _ request: HTTPClientRequest, upTo bodyMax: Int
  ) async throws -> ServerAPIAnswer {
    try await withThrowingTaskGroup(of: ServerAPIAnswer.self) { group in
      group.addTask {
        let response = try await Self.client.execute(request, timeout: TimeAmount(timeout))
        let body = try await response.body.collect(upTo: bodyMax)
        return ServerAPIAnswer(
          status: Int(response.status.code),
          retryAfter: response.headers.first(name: "retry-after"),
          body: Data(body.readableBytesView))
      }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw Failure.unanswered
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw Failure.unanswered }
      return answer
    }
  }

  private static func failure(_ error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
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
