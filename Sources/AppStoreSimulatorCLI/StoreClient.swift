import AppStoreSimulator
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// An open store, as its control API is asked.
struct StoreClient: Sendable {
  static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  /// Sending all that is under way may take a while.
  private static let timeout = TimeAmount.minutes(30)
  private static let answerMax = 1 << 30

  let url: String

  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  /// The store's clock, as 2026-01-31T09:00:00.000Z.
  func now() async throws -> String {
    struct Clock: Decodable { let now: String }
    return try await ask(.GET, "/control/clock", for: Clock.self).now
  }

  func deliverEverything() async throws {
    struct Anything: Decodable {}
    _ = try await ask(.POST, "/control/notifications/deliver", for: Anything.self)
  }

  func truth() async throws -> [CustomerTruth] {
    struct Truth: Decodable { let customers: [CustomerTruth] }
    return try await ask(.GET, "/truth", for: Truth.self).customers
  }

  private func ask<Answer: Decodable>(
    _ method: HTTPMethod, _ path: String, for: Answer.Type
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: url + path)
    request.method = method
    let response: HTTPClientResponse
    do {
      response = try await HTTPClient.shared.execute(request, timeout: Self.timeout)
    } catch let error as HTTPClientError {
      throw Refused(description: "No store answers at \(url): \(error.shortDescription).")
    }
    let body = try await response.body.collect(upTo: Self.answerMax)
    guard response.status == .ok else {
      throw Refused(description: "\(path) was answered \(response.status.code).")
    }
    return try JSONDecoder().decode(Answer.self, from: Data(body.readableBytesView))
  }
}
