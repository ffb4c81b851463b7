import Hummingbird
import HummingbirdTesting
import Testing

@testable import HTTP

/// Requests whose work ends, fails or hangs, under deadlines of their own.
struct RequestDeadlineTests {
  private func client(
    most: Duration, mostOfReports: Duration = .seconds(60),
    _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let router = Router(context: APIContext.self)
    router.add(middleware: ProblemMiddleware(isTransient: { _ in false }))
    for path in ["hanging", "v1/reports/hanging"] as [RouterPath] {
      router.get(path) { _, _ in
        try await Task.sleep(for: .seconds(60))
        return "late"
      }
    }
    router.get("deaf") { _, _ in
      await withCheckedContinuation { continuation in
        Task.detached {
          try? await Task.sleep(for: .seconds(5))  // nobody cancels this task
          continuation.resume()
        }
      }
      return "done all the same"
    }
    router.get("small") { _, _ in "small" }
    router.get("failing") { _, _ -> String in throw Problem.bodyTooLarge }
    let outer = Router(context: APIContext.self)
    outer.add(
      middleware: RequestDeadline(
        routes: router.buildResponder(), most: most, mostOfReports: mostOfReports))
    try await Application(router: outer).test(.router, test)
  }

  @Test func `a request that hangs is told to be sent again`() async throws {
    try await client(most: .milliseconds(20)) { client in
      let answer = try await client.execute(uri: "/hanging", method: .get)
      #expect(answer.status == .serviceUnavailable)
      #expect(String(buffer: answer.body).contains("did not answer in time"))
    }
  }

  @Test func `a report has a time of its own`() async throws {
    try await client(most: .seconds(60), mostOfReports: .milliseconds(20)) { client in
      let answer = try await client.execute(uri: "/v1/reports/hanging", method: .get)
      #expect(answer.status == .serviceUnavailable)
    }
  }

  /// A statement to a frozen database may not hear that it is cancelled.
  @Test func `work that hears no cancellation is not waited for`() async throws {
    try await client(most: .milliseconds(20)) { client in
      let start = ContinuousClock.now
      let answer = try await client.execute(uri: "/deaf", method: .get)
      #expect(answer.status == .serviceUnavailable)
      #expect(ContinuousClock.now - start < .seconds(4))
    }
  }

  @Test func `in time, a request has its own answer or error`() async throws {
    try await client(most: .seconds(60)) { client in
      let small = try await client.execute(uri: "/small", method: .get)
      #expect(String(buffer: small.body) == "small")
      let failing = try await client.execute(uri: "/failing", method: .get)
      #expect(failing.status == .contentTooLarge)
    }
  }
}
