import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A simulated Apple that posts each notification until it is answered 200, several at once, and
/// records the acknowledgements.
actor Apple {
  private static let atOnce = 8
  private static let timeout = TimeAmount.seconds(10)

  private let source: NotificationSource
  private let url: String
  private let client = HTTPClient.shared
  private var next = 0
  private var unanswered: [Int] = []
  private(set) var acknowledged: Set<Int> = []
  private(set) var repetitions = 0

  init(_ source: NotificationSource, to url: String) {
    self.source = source
    self.url = url
  }

  /// The number of different notifications posted.
  var count: Int { next }

  /// Posts while `body` runs, and posts every unanswered notification again. The first broken
  /// promise ends both.
  nonisolated func whilePosting<Answer: Sendable>(
    _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer?.self) { group in
      for _ in 0..<Self.atOnce {
        group.addTask {
          while !Task.isCancelled { try await self.postOne() }
          return nil
        }
      }
      group.addTask { try await body() }
      guard let answer = try await group.next() ?? nil else { throw CancellationError() }
      group.cancelAll()
      for try await _ in group {}
      return answer
    }
  }

  /// Posts everything again. Every acknowledged notification must be known.
  func postAllAgain() async throws {
    for number in 0..<next {
      while try await !post(number) { try await Task.sleep(for: .milliseconds(100)) }
    }
  }

  private func postOne() async throws {
    let number = take()
    guard try await !post(number) else { return }
    unanswered.append(number)
    try? await Task.sleep(for: .milliseconds(20))  // a cancellation ends the rest, and the loop
  }

  private func take() -> Int {
    if !unanswered.isEmpty { return unanswered.removeFirst() }
    if next % 10 == 9, let known = acknowledged.randomElement(), Bool.random() { return known }
    defer { next += 1 }
    return next
  }

  /// Posts a notification and returns true if it was acknowledged.
  private func post(_ number: Int) async throws -> Bool {
    let wasAcknowledged = acknowledged.contains(number)
    var request = HTTPClientRequest(url: url + "/v1/apple/notifications")
    request.method = .POST
    request.body = .bytes(ByteBuffer(bytes: try source.body(number)))
    guard let (status, body) = await answer(to: request) else { return false }
    if status == 503 { return false }
    guard status == 200 else { throw BrokenDrill("answered \(status): \(body)") }
    if wasAcknowledged {
      repetitions += 1
      guard body.contains(#""duplicate":true"#) else {
        throw BrokenDrill("notification \(number) was acknowledged, and is not known")
      }
    }
    acknowledged.insert(number)
    return true
  }

  /// Returns nil without a complete answer.
  private func answer(to request: HTTPClientRequest) async -> (status: UInt, body: String)? {
    do {
      let response = try await client.execute(request, timeout: Self.timeout)
      let body = try await response.body.collect(upTo: 1 << 16)
      return (response.status.code, String(buffer: body))
    } catch {
      return nil  // connections break when a server is killed
    }
  }
}
