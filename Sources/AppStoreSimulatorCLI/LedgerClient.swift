import AppStoreSimulator
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The ledger's HTTP interface, as a game server and Apple use it.
struct LedgerClient: Sendable {
  /// Requests under way at once.
  static let concurrency = 16
  private static let timeout = TimeAmount.seconds(30)
  private static let answerSizeMax = 1 << 20

  struct Answer: Sendable {
    let status: UInt
    let body: Data
  }

  let client: HTTPClient
  let url: String
  let key: String
  let bundleID: String

  func post(_ message: SignedMessage) async throws -> Answer {
    var request = self.request(.POST, message.route.rawValue)
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(ByteBuffer(bytes: message.body))
    return try await answer(to: request)
  }

  /// What the ledger says of an account at a moment, in production.
  func read(_ part: String, of account: String, at moment: Date) async throws -> Answer {
    let at = moment.ISO8601Format()
    return try await answer(
      to: request(
        .GET,
        "/v1/accounts/\(account)/\(part)?at=\(at)&environment=Production&app=\(bundleID)"))
  }

  private func request(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: url + path)
    request.method = method
    request.headers.add(name: "authorization", value: "Bearer \(key)")
    return request
  }

  private func answer(to request: HTTPClientRequest) async throws -> Answer {
    do {
      let response = try await client.execute(request, timeout: Self.timeout)
      let body = try await response.body.collect(upTo: Self.answerSizeMax)
      return Answer(status: response.status.code, body: Data(body.readableBytesView))
    } catch let error as HTTPClientError {
      throw LedgerUnreachable(url: url, reason: error.shortDescription)
    }
  }
}

struct LedgerUnreachable: Error, CustomStringConvertible {
  let url: String
  let reason: String

  var description: String { "The ledger at \(url) does not answer: \(reason)." }
}

/// Works off the items, so many at once, and hands the results over in the order of completion.
func concurrently<Item: Sendable, Result: Sendable>(
  _ items: [Item], atOnce limit: Int, _ work: @escaping @Sendable (Item) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: Result.self) { group in
    var waiting = items.makeIterator()
    for _ in 0..<limit {
      guard let item = waiting.next() else { break }
      group.addTask { try await work(item) }
    }
    var results: [Result] = []
    while let result = try await group.next() {
      results.append(result)
      if let item = waiting.next() { group.addTask { try await work(item) } }
    }
    return results
  }
}
