import ArgumentParser
import HTTP
import Intake
import Logging
import Server
import ServiceLifecycle

/// The command that runs the ledger until a signal stops it.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the HTTP server and all that follows the log.",
    discussion: """
      Without DATABASE_URL, creates the ledger in DAICHO_HOME if it is new. Stops within 30 seconds \
      of SIGTERM or SIGINT; requests in flight are answered.
      """)

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
  @Option(help: "The most requests a second of one key (DAICHO_HTTP_RATE, off).")
  var httpRate: String?
  @Option(
    help: "Only these parts, comma-separated: \(ServerPart.list).",
    completion: .list(ServerPart.allCases.map(\.rawValue)))
  var only: String?

  func validate() throws {
    _ = try parts()
  }

  func run() async throws {
    let settings = try options.settings([
      .httpHost: httpHost, .httpPort: httpPort, .httpConnections: httpConnections,
      .httpRate: httpRate,
    ])
    let trust = try TrustedFiles(settings)
    let keyring = try KeyringFile(settings, creating: true).keyring
    let parts = try parts()
    let capacity = ConnectionCapacity.raised(settings)
    let limits = ConnectionLimits(connectionsMax: try capacity.requireConnections())
    let logger = Logger.service("daicho", level: settings.logLevel)
    StartupWarnings(settings).log(to: logger)
    try await Database.with(settings, for: .serving, logger: logger) { database in
      try await database.bringUpToDate()
      let composition = try await Composition(trust, keyring, on: database, logger: logger)
      try await database.requireMasterKeys(of: keyring)
      let heads = KeptHeads(settings)
      try await composition.notice(heads)
      try await composition.intake.installation.noteRules()
      composition.logStart(parts, to: logger)
      do {
        try await composition.services(
          parts, host: settings.httpHost, port: settings.httpPort, limits: limits,
          rates: RequestRates(perSecond: settings.httpRate), heads: heads, logger: logger
        ).run()
      } catch {
        throw Failure(listening: error) ?? error
      }
    }
  }

  private func parts() throws -> Set<ServerPart> {
    guard let only else { return Set(ServerPart.allCases) }
    let parts = try CommaSeparated.items(only).map { name in
      guard let part = ServerPart(rawValue: name) else {
        throw ValidationError(
          ServerPart.sentence(refusing: name)
            + NearestName.question(name, among: ServerPart.allCases.map(\.rawValue)))
      }
      return part
    }
    guard !parts.isEmpty else {
      throw ValidationError("--only names some of \(ServerPart.list)")
    }
    return Set(parts)
  }
}
