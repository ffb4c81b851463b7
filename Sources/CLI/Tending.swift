import Logging
import ServiceLifecycle

/// Keeps the embedded Postgres running as long as anything here needs it.
struct Tending: Service {
  let database: Database
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown { await database.tend(logger: logger) }
    try? await gracefulShutdown()  // without an embedded Postgres there is nothing to do but wait
  }
}
