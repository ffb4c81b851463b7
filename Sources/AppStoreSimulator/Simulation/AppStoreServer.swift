import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// A simulated App Store over HTTP: Apple's Server API, the truth, and the control API for people.
package struct AppStoreServer: Sendable {
  private let simulation: Simulation
  private let host: String
  private let port: Int

  /// - Parameter port: 0 for any that is free.
  package init(of simulation: Simulation, host: String = "127.0.0.1", port: Int) {
    self.simulation = simulation
    self.host = host
    self.port = port
  }

  /// Serves, and keeps the clock going, until the task is cancelled, or the process is asked to end.
  ///
  /// - Parameters:
  ///   - hearsSignals: whether SIGTERM and SIGINT end it. Where they do not, it is cut off, and says nothing
  ///     of the connections that breaks.
  ///   - onRunning: is told the port once it listens.
  package func run(
    hearsSignals: Bool, onRunning: @escaping @Sendable (Int) async -> Void
  ) async throws {
    let router = Router(context: StoreRequestContext.self)
    ServerAPI(of: simulation).addRoutes(to: router)
    ControlAPI(of: simulation).addRoutes(to: router)
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

/// Keeps a simulation going while the server runs.
private struct Clockwork: ServiceLifecycle.Service {
  let simulation: Simulation

  func run() async throws {
    await cancelWhenGracefulShutdown { await simulation.run() }
  }
}
