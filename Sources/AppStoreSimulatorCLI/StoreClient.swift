import AppStoreSimulator
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A client of an open store's control API.
struct StoreClient: Sendable {
  private static let patience = TimeAmount.seconds(10)
  /// The timeout for delivering all pending messages, which may take long.
  private static let patienceForDelivery = TimeAmount.minutes(30)
  /// The timeout for report files, which are computed from the whole history of the store.
  private static let patienceForReports = TimeAmount.minutes(10)
  private static let answerMax = 1 << 30
  /// A limit above the number of concurrent requests, so that no request waits for a connection.
  private static let connectionsMax = 32
  /// A client for short requests on this machine, which does not retry a failed connection.
  static let client = HTTPClient(configuration: configuration)

  let url: String

  struct Clock: Decodable {
    let now: CustomerTruth.Moment
    /// Simulated milliseconds per real millisecond; 0 while the clock is stopped.
    let speed: Double
  }

  func clock() async throws -> Clock {
    try await ask(.GET, "/control/clock")
  }

  func setSpeed(_ speed: Double) async throws -> Clock {
    try await ask(.PUT, "/control/clock", JSONEncoder().encode(["speed": speed]))
  }

  func deliverEverything() async throws -> Clock {
    try await ask(
      .POST, "/control/notifications/deliver", within: Self.patienceForDelivery)
  }

  /// Returns the truth at a moment.
  /// - Parameter moment: nil for the present.
  func truth(at moment: CustomerTruth.Moment? = nil) async throws -> TruthBody {
    try await ask(.GET, "/truth" + (moment.map { "?at=\($0.text)" } ?? ""))
  }

  /// Returns Apple's report files about the days from one to another, without the latter.
  func reports(
    from first: PacificDay, to end: PacificDay, vendor: String,
    discrepancies: [ReportDiscrepancy.Kind], seed: Int
  ) async throws -> ReportFilesBody {
    var path = "/control/reports?from=\(first.text)&to=\(end.text)&vendor=\(vendor)&seed=\(seed)"
    if !discrepancies.isEmpty {
      path += "&discrepancies=" + discrepancies.map(\.rawValue).joined(separator: ",")
    }
    return try await ask(.GET, path, within: Self.patienceForReports)
  }

  private func ask<Answer: Decodable>(
    _ method: HTTPMethod, _ path: String, _ body: Data? = nil,
    within patience: TimeAmount = Self.patience
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: url + path)
    request.method = method
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    let response = try await answer(to: request, within: patience)
    let body = try await response.body.collect(upTo: Self.answerMax)
    guard response.status == .ok,
      let answer = try? JSONDecoder().decode(Answer.self, from: Data(body.readableBytesView))
    else {  // the decoder's error adds nothing
      throw CommandFailure("\(url)\(path) answers \(response.status.code), unlike a store.")
    }
    return answer
  }

  private func answer(
    to request: HTTPClientRequest, within patience: TimeAmount
  ) async throws -> HTTPClientResponse {
    do {
      return try await Self.client.execute(request, timeout: patience)
    } catch let error as HTTPClientError where error == .deadlineExceeded {
      throw CommandFailure(
        "The store at \(url) did not answer in \(patience.nanoseconds / 1_000_000_000) s.")
    } catch {
      throw CommandFailure("No store answers at \(url): open one with `daicho-appstore serve`.")
    }
  }

  private static var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(2)))
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsMax
    return configuration
  }
}
