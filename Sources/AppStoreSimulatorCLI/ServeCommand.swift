import AppStoreSimulator
import ArgumentParser
import Foundation
import NIOCore

struct ServeCommand: AsyncParsableCommand {
  static let portOfDefault = 8_099

  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Open the store until Ctrl-C.",
    discussion: """
      Serves /inApps/… as Apple's Server API, /control and below as the control API, and /truth. \
      The state is kept in memory: with the same seed, catalog, --from and --until the same \
      customers repeat the same lives.
      """)

  @OptionGroup var home: HomeOption
  @OptionGroup var lives: LivesOptions

  @Option(
    help: ArgumentHelp(
      "The ledger's address, such as http://127.0.0.1:8080; without it nothing is sent.",
      valueName: "url"))
  var ledger: ServerAddress?

  @Option(
    help: ArgumentHelp(
      "A file with the ledger's API key, of scopes ingest and grants, for the games.",
      valueName: "file"))
  var ledgerKeyFile: KeyFile?

  @Option(
    help: ArgumentHelp(
      """
      The ledger's program, which finds the ledger by the environment and erases accounts; without \
      it no customer asks for erasure.
      """, valueName: "file"))
  var ledgerProgram: String?

  @Option(
    help: """
      The address to listen on. The store has no authentication: keep it local. /control and /truth \
      answer to this name, 127.0.0.1, [::1] and localhost; with 0.0.0.0 or :: to any IP address, \
      and to no other name.
      """)
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = portOfDefault

  @Option(
    name: [.customLong("catalog"), .customLong("catalogue")],
    help: ArgumentHelp("A .storekit file; the default is a game's.", valueName: "file"))
  var catalog: String?

  @Option(
    help: ArgumentHelp(
      """
      The ledger's cut-over date, such as 2026-01-01T00:00:00Z: coins of earlier purchases count as \
      delivered elsewhere.
      """, valueName: "time"))
  var cutOver: TimeArgument?

  @Option(
    help: ArgumentHelp(
      """
      The speed of the clock: 525600 is a year in a minute, 0 stops it. A clock that reaches the \
      present continues as the real one.
      """, valueName: "times")
  )
  var speed = 1.0

  @Option(
    help: """
      The version of the notifications: v2, v1 with the shared secret and receipts, or v1-flat, \
      which is version 1 as of 2017 to 2020.
      """)
  var notificationVersion = NotificationVersion.version2

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes a number from 0 to 65535.")
    }
    guard (0...31_536_000).contains(speed) else {
      throw ValidationError("--speed takes a number from 0 to 31536000.")
    }
    if lives.customers > 0, ledger != nil, ledgerKeyFile == nil {
      throw ValidationError(
        "--customers with --ledger needs --ledger-key-file: their games post transactions.")
    }
    if let ledgerProgram, !FileManager.default.isExecutableFile(atPath: ledgerProgram) {
      throw ValidationError("--ledger-program: \(ledgerProgram) is no program.")
    }
  }

  func run() async throws {
    let app = try PreparedStore.app(in: home.directory)
    let (authority, key, receipts) = try home.use {
      let signers = home.signerHome
      return (try signers.authority(), try signers.developerKey(), try signers.receiptIssuer())
    }
    let line = try line()
    var goods = try goods()
    goods.coinage.cutOver = cutOver?.milliseconds
    let world = try lives.world(
      of: app, selling: goods, playing: GameHabits(isErasing: ledgerProgram != nil))
    let eraser = ledgerProgram.map { LedgerProgram(path: $0, bundleID: app.bundleID).erase }
    let simulation = Simulation(
      of: world, signedBy: authority, developerKey: key, telling: line, erasing: eraser,
      issuing: receipts, notifyingBy: notificationVersion)
    await simulation.setSpeed(speed)
    try await open(simulation)
  }

  private func open(_ simulation: Simulation) async throws {
    let (host, port) = (host, port)
    do {
      let server = AppStoreServer(of: simulation, host: host, port: port, tell: say)
      try await server.run(hearsSignals: true) { port in
        say("The App Store is open at http://\(host):\(port), its manual at /control.")
      }
    } catch let error as IOError {
      throw CommandFailure(
        "Cannot listen on \(host):\(port): \(String(cString: strerror(error.errnoCode))).")
    }
  }

  private func goods() throws -> StoreCatalog {
    guard let catalog else { return .game }
    let file: Data
    do {
      file = try Data(contentsOf: URL(filePath: catalog))
    } catch {
      throw CommandFailure("--catalog: \(catalog) cannot be read.")
    }
    do {
      return try StoreCatalog(storeKitFile: file)
    } catch {
      throw CommandFailure("--catalog: \(catalog): \(error)")
    }
  }

  private func line() throws -> LedgerLine? {
    guard let ledger else { return nil }
    let line = HTTPLedgerLine(to: ledger.url, key: try ledgerKeyFile?.key())
    return FailureNews(of: line.send, tell: say).send
  }
}

extension NotificationVersion: ExpressibleByArgument {}

/// Prints a line without buffering.
@Sendable func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
