import ArgumentParser
import HTTP
import Hummingbird
import Intake
import Logging
import Server
import ServiceLifecycle
import UnixSignals

/// The command that runs the ledger until a signal stops it.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the HTTP server, the projector and the reconciler.",
    discussion: """
      Without DATABASE_URL, creates the ledger in DAICHO_HOME if it is new. Stops within 30 seconds \
      of SIGTERM or SIGINT; requests in flight are answered.
      """)

  enum Part: String, CaseIterable {
    case http, projector, reconciler
  }

  @OptionGroup var options: SettingsOptions
  @Option(help: "The address to listen on (DAICHO_HTTP_HOST, 127.0.0.1).")
  var httpHost: String?
  @Option(help: "The port to listen on (DAICHO_HTTP_PORT, 8080).")
  var httpPort: String?
  @Option(
    help: """
      The most connections at once (DAICHO_HTTP_CONNECTIONS; otherwise what the limit of open files \
      allows, \(ConnectionCapacity.connectionsDefault) at most).
      """)
  var httpConnections: String?
  @Option(help: "Only these parts, comma-separated: http, projector, reconciler.")
  var only: String?

  func validate() throws {
    _ = try parts()
  }

  func run() async throws {
    let settings = try options.settings([
      .httpHost: httpHost, .httpPort: httpPort, .httpConnections: httpConnections,
    ])
    let trust = try TrustedFiles(settings)
    let keyring = try KeyringFile(settings, creating: true).keyring
    let parts = try parts()
    let capacity = ConnectionCapacity.raised(settings)
    let limits = ConnectionLimits(connectionsMax: try capacity.requireConnections())
    let logger = Logger.service("daicho")
    StartupWarnings(settings).log(to: logger)
    try await Database.with(settings, for: .serving, logger: logger) { database in
      try await database.bringUpToDate()
      let composition = try await Composition(trust, keyring, on: database, logger: logger)
      try await composition.requireMasterKeys(of: keyring)
      try await composition.intake.noteRules()
      do {
        try await services(composition, parts, settings, limits, logger).run()
      } catch {
        throw Failure(listening: error) ?? error
      }
    }
  }

  private func parts() throws -> Set<Part> {
    guard let only else { return Set(Part.allCases) }
    let parts = try CommaSeparated.items(only).map { name in
      guard let part = Part(rawValue: name) else {
        throw ValidationError(
          "--only knows http, projector and reconciler in this version, not `\(name)`")
      }
      return part
    }
    guard !parts.isEmpty else {
      throw ValidationError("--only names some of http, projector, reconciler")
    }
    return Set(parts)
  }

  /// Returns the services in the order in which they start. Shutdown goes in reverse: first
  /// readiness, then requests, then background work, then Postgres.
  private func services(
    _ composition: Composition, _ parts: Set<Part>, _ settings: Settings,
    _ limits: ConnectionLimits, _ logger: Logger
  ) -> ServiceGroup {
    var services: [any Service] = [
      PostgresSupervisor(database: composition.database, logger: logger),
      PartitionMaintenance(log: composition.log, logger: logger),
      InstallationMonitor(log: composition.log, logger: logger),
    ]
    if parts.contains(.projector) {
      services += composition.projectors
      services.append(composition.granter)
    }
    if parts.contains(.reconciler) {
      services += [
        composition.outbox.jobProducer, composition.outbox.worker, composition.reconciler,
      ]
    }
    if parts.contains(.http) {
      services.append(
        buildApplication(
          composition.backend, host: settings.httpHost, port: settings.httpPort, limits: limits,
          logger: logger))
      services.append(Draining(readiness: composition.readiness))
    }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(25)
    return ServiceGroup(configuration: configuration)
  }
}
