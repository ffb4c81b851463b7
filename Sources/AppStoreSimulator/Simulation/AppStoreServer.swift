import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// The HTTP server of a simulated App Store: Apple's Server API, the truth and the control API.
package struct AppStoreServer: Sendable {
  private let simulation: Simulation
  private let host: String
  private let port: Int
  private let tell: @Sendable (String) -> Void

  /// - Parameters:
  ///   - host: the name or address to listen on; the control API answers to it.
  ///   - port: the port to listen on; 0 for any free port.
  ///   - tell: receives a sentence when tokens of the Server API are first refused for a reason.
  package init(
    of simulation: Simulation, host: String = "127.0.0.1", port: Int,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.tell = tell
    self.simulation = simulation
    self.host = host
    self.port = port
  }

  /// Serves requests and runs the clock until the task is canceled or the process is asked to end.
  ///
  /// - Parameters:
  ///   - hearsSignals: true if SIGTERM and SIGINT end the server gracefully. Otherwise cancellation
  ///     ends the server at once, and broken connections are not logged.
  ///   - onRunning: receives the port once the server listens.
  package func run(
    hearsSignals: Bool, onRunning: @escaping @Sendable (Int) async -> Void
  ) async throws {
    let router = Router(context: StoreRequestContext.self)
    ServerAPI(of: simulation, tell: tell).addRoutes(to: router)
    ControlAPI(of: simulation, host: host).addRoutes(to: router)
    var logger = Logger(label: "daicho-appstore")
    logger.logLevel = hearsSignals ? .warning : .critical
    let application = Application(
      router: router, configuration: .init(address: .hostname(host, port: port)),
      services: [Clockwork(simulation: simulation)],
      onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
      logger: logger)
    try await application.runService(
      gracefulShutdownSignals: hearsSignals ? [.sigterm, .sigint] : [])
  }
}

/// A service that runs the simulation while the server runs.
private struct Clockwork: ServiceLifecycle.Service {
  let simulation: Simulation

  func run() async throws {
    await cancelWhenGracefulShutdown { await simulation.run() }
  }
}

extension Simulation {
  /// Opens the store on a free port and passes its URL to the body. Closes the store afterwards.
  package nonisolated func whileOpen<Answer: Sendable>(
    _ body: (_ url: String) async throws -> Answer
  ) async throws -> Answer {
    let (ports, opened) = AsyncStream.makeStream(of: Int.self)
    let server = AppStoreServer(of: self, port: 0)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { opened.finish() }
        try await server.run(hearsSignals: false) { opened.yield($0) }
      }
      defer { group.cancelAll() }
      guard let port = await ports.first(where: { _ in true }) else {
        try await group.next()  // rethrows the server's error
        throw StoreNotOpened()
      }
      return try await body("http://127.0.0.1:\(port)")
    }
  }
}

/// The error of a server that ended before it listened, without a cause.
private struct StoreNotOpened: Error {}
