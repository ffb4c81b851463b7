import AppStoreSimulator
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A sweep of the App Store's notification history that brings the ledger what it missed, as an
/// operator does after an outage.
struct Sweep: Sendable {
  /// The time that a sweep looks back: further than the time between two sweeps and the latest
  /// first attempt.
  static let reach = Int64(150).days
  private static let attemptsMax = 20
  private static let pause = Duration.milliseconds(50)
  private static let timeout = TimeAmount.seconds(20)
  private static let answerMax = 8 << 20

  private let store: String
  private let key: DeveloperKey
  /// The address of the ledger.
  private let ledger: String
  private let client = HTTPClient.shared

  init(store: String, key: DeveloperKey, ledger: String) {
    self.store = store
    self.key = key
    self.ledger = ledger
  }

  /// Carries missed notifications over, and returns their signatures, which identify them.
  func run(at now: Int64) async throws -> Set<String> {
    var carried: Set<String> = []
    var page: Page?
    repeat {
      let next = try await fetch(after: page?.paginationToken, at: now)
      for missed in next.notificationHistory {
        try await carry(missed.signedPayload)
        carried.insert(missed.signature)
      }
      page = next
    } while page?.hasMore == true
    return carried
  }

  private func carry(_ signedPayload: String) async throws {
    var request = HTTPClientRequest(url: ledger + "/v1/apple/notifications")
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    let body = try JSONEncoder().encode(["signedPayload": signedPayload])
    request.body = .bytes(ByteBuffer(bytes: body))
    let answer = await answer(to: request)
    guard case .answered(200, _) = answer else {
      throw BrokenDrill("the ledger took no history: \(answer)")
    }
  }

  /// Fetches a page of the history. The Server API fails now and then, as Apple's does; transient
  /// failures are tried again.
  private func fetch(after token: String?, at now: Int64) async throws -> Page {
    var attempt = 1
    while true {
      let answer = await answer(to: try request(after: token, at: now))
      if case .answered(200, let body) = answer {
        return try JSONDecoder().decode(Page.self, from: body)
      }
      guard answer.mayPass, attempt < Self.attemptsMax else {
        throw BrokenDrill("the notification history was \(answer)")
      }
      try await Task.sleep(for: Self.pause)
      attempt += 1
    }
  }

  private func request(after token: String?, at now: Int64) throws -> HTTPClientRequest {
    let query = token.map { "?paginationToken=\($0)" } ?? ""
    var request = HTTPClientRequest(url: "\(store)/inApps/v1/notifications/history\(query)")
    request.method = .POST
    let bearer = try key.token(for: LivesDrill.app.bundleID, at: .now)
    request.headers.add(name: "authorization", value: "Bearer \(bearer)")
    request.headers.add(name: "content-type", value: "application/json")
    let command = Command(startDate: now - Self.reach, endDate: now, onlyFailures: true)
    request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(command)))
    return request
  }

  private enum Answer: CustomStringConvertible {
    case answered(UInt, Data)
    case broken(any Error)

    /// True if the same request may succeed later.
    var mayPass: Bool {
      switch self {
      case .answered(let status, _): status >= 500 || status == 429
      case .broken: true
      }
    }

    var description: String {
      switch self {
      case .answered(let status, _): "answered \(status)"
      case .broken(let error): "not answered: \(error)"
      }
    }
  }

  private func answer(to request: HTTPClientRequest) async -> Answer {
    do {
      let response = try await client.execute(request, timeout: Self.timeout)
      let body = try await response.body.collect(upTo: Self.answerMax)
      return .answered(response.status.code, Data(body.readableBytesView))
    } catch {
      return .broken(error)
    }
  }

  private struct Command: Encodable {
    let startDate: Int64
    let endDate: Int64
    let onlyFailures: Bool
  }

  private struct Page: Decodable {
    struct Missed: Decodable {
      let signedPayload: String
      var signature: String { String(signedPayload.split(separator: ".").last ?? "") }
    }

    let notificationHistory: [Missed]
    let hasMore: Bool
    let paginationToken: String?
  }
}
