import AppStoreSimulator
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Fetches from the App Store's notification history what did not reach the ledger, and takes it there: what
/// somebody does who has lost notifications.
struct Sweep: Sendable {
  /// How far back a sweep looks: further than the time between two and the latest first attempt.
  static let reach = Int64(150).days
  private static let attemptsMax = 20
  private static let timeout = TimeAmount.seconds(20)
  private static let answerMax = 8 << 20

  let store: String
  let key: DeveloperKey
  let line: HTTPLedgerLine
  let client = HTTPClient.shared

  /// How many notifications were carried over.
  func run(at now: Int64) async throws -> Int {
    var carried = 0
    var page: Page?
    repeat {
      let next = try await fetch(after: page?.paginationToken, at: now)
      for missed in next.notificationHistory { try await carry(missed.signedPayload) }
      carried += next.notificationHistory.count
      page = next
    } while page?.hasMore == true
    return carried
  }

  private func carry(_ signedPayload: String) async throws {
    let body = try JSONEncoder().encode(["signedPayload": signedPayload])
    let result = await line.send(
      LedgerRequest(path: "/v1/apple/notifications", body: Array(body), isFromGame: false))
    guard result == .success else { throw BrokenTrial("the ledger took no history: \(result)") }
  }

  /// The Server API fails now and then, as Apple's does.
  private func fetch(after token: String?, at now: Int64) async throws -> Page {
    for _ in 1..<Self.attemptsMax {
      // A broken connection is one more attempt.
      if let page = try? await ask(after: token, at: now) { return page }
    }
    return try await ask(after: token, at: now)
  }

  private func ask(after token: String?, at now: Int64) async throws -> Page {
    let query = token.map { "?paginationToken=\($0)" } ?? ""
    var request = HTTPClientRequest(url: "\(store)/inApps/v1/notifications/history\(query)")
    request.method = .POST
    let bearer = try key.token(for: LivesTrial.app.bundleID, at: .now)
    request.headers.add(name: "authorization", value: "Bearer \(bearer)")
    request.headers.add(name: "content-type", value: "application/json")
    let wish = Wish(startDate: now - Self.reach, endDate: now, onlyFailures: true)
    request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(wish)))
    let response = try await client.execute(request, timeout: Self.timeout)
    let body = try await response.body.collect(upTo: Self.answerMax)
    guard response.status == .ok else {
      throw BrokenTrial("the notification history was answered \(response.status.code)")
    }
    return try JSONDecoder().decode(Page.self, from: Data(body.readableBytesView))
  }

  private struct Wish: Encodable {
    let startDate: Int64
    let endDate: Int64
    let onlyFailures: Bool
  }

  private struct Page: Decodable {
    struct Missed: Decodable {
      let signedPayload: String
    }

    let notificationHistory: [Missed]
    let hasMore: Bool
    let paginationToken: String?
  }
}
