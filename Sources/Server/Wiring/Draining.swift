import HTTP
import ServiceLifecycle

/// A service that reports "not ready" on shutdown, for a moment before the server stops listening,
/// so that load balancers that ask `/readyz` stop sending requests.
struct Draining: Service {
  private static let notification: Duration = .seconds(1)

  let readiness: Readiness

  func run() async throws {
    try await gracefulShutdown()
    readiness.drain()
    try await Task.sleep(for: Self.notification)
  }
}
