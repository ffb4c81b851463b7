import Logging
import ServiceLifecycle

/// A service that keeps the embedded Postgres running as long as this process needs it.
struct PostgresSupervisor: Service {
  let database: Database
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown { await database.tend(logger: logger) }
    try? await gracefulShutdown()  // without an embedded Postgres there is nothing to do but wait
  }
}
