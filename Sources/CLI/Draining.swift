import HTTP
import ServiceLifecycle

/// On shutdown says "not ready" for a moment before the server stops listening, so that whoever
/// asks `/readyz` sends nobody here any more.
struct Draining: Service {
  private static let notice: Duration = .seconds(1)

  let readiness: Readiness

  func run() async throws {
    try await gracefulShutdown()
    readiness.drain()
    try await Task.sleep(for: Self.notice)
  }
}
