import AsyncHTTPClient
import NIOCore

extension HTTPClientRequest {
  /// Sends the request and reads the answer within a time limit. The client's own timeout ends with the head of the
  /// answer.
  func answer(
    by client: HTTPClient, within timeout: Duration, upTo bodyMax: Int
  ) async throws -> (head: HTTPClientResponse, body: ByteBuffer) {
    try await withThrowingTaskGroup(of: (HTTPClientResponse, ByteBuffer).self) { group in
      group.addTask {
        let response = try await client.execute(self, timeout: TimeAmount(timeout))
        return (response, try await response.body.collect(upTo: bodyMax))
      }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw HTTPClientError.deadlineExceeded
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw HTTPClientError.deadlineExceeded }
      return answer
    }
  }
}
