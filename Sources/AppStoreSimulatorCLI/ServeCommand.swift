import AppStoreSimulator
import ArgumentParser
import Foundation
import NIOCore

struct ServeCommand: AsyncParsableCommand {
  static let portOfDefault = 8_099

  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Open the store, until Ctrl-C.",
    discussion: """
      It answers /inApps/… as Apple's Server API, /control and below it as the control API, and /truth. \
      What it knows lives in memory: with the same seed, catalogue, --from and --until the same customers \
      live the same lives again.
      """)

  @OptionGroup var home: HomeOption
  @OptionGroup var lives: LivesOptions

  @Option(
    help: ArgumentHelp(
      "Where the ledger listens, as http://127.0.0.1:8080; without it nothing is sent.",
      valueName: "url"))
  var ledger: ServerAddress?

  @Option(
    help: ArgumentHelp(
      "A file with the ledger's API key, of scope ingest, for what games post.", valueName: "file"))
  var ledgerKeyFile: KeyFile?

  @Option(help: "The address to listen on. Nobody is asked for a key here: keep it local.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any that is free.")
  var port = portOfDefault

  @Option(help: ArgumentHelp("A .storekit file; without one a game's goods.", valueName: "file"))
  var catalogue: String?

  @Option(
    help: ArgumentHelp(
      """
      How fast the clock goes: 525600 is a year in a minute, 0 lets it stand. Once it has come to the \
      present it goes as the real one.
      """, valueName: "times")
  )
  var speed = 1.0

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes a number from 0 to 65535.")
    }
    guard (0...31_536_000).contains(speed) else {
      throw ValidationError("--speed takes a number from 0 to 31536000.")
    }
    if lives.customers > 0, ledger != nil, ledgerKeyFile == nil {
      throw ValidationError(
        "--customers with --ledger need --ledger-key-file: their games post what they see.")
    }
  }

  func run() async throws {
    let app = try PreparedStore.app(in: home.directory)
    let (house, key) = try home.use {
      (try home.signerHome.house(), try home.signerHome.developerKey())
    }
    let line = try line()
    let world = try lives.world(of: app, selling: try goods())
    let simulation = Simulation(of: world, signedBy: house, developerKey: key, telling: line)
    await simulation.setSpeed(speed)
    try await open(simulation)
  }

  private func open(_ simulation: Simulation) async throws {
    let (host, port) = (host, port)
    do {
      try await AppStoreServer(of: simulation, host: host, port: port).run(hearsSignals: true) {
        port in
        say("The App Store is open at http://\(host):\(port), its manual at /control.")
      }
    } catch let error as IOError {
      throw Refusal(
        "Cannot listen on \(host):\(port): \(String(cString: strerror(error.errnoCode))).")
    }
  }

  private func goods() throws -> Catalogue {
    guard let catalogue else { return .game }
    let file: Data
    do {
      file = try Data(contentsOf: URL(filePath: catalogue))
    } catch {
      throw Refusal("--catalogue: \(catalogue) cannot be read.")
    }
    do {
      return try Catalogue(storeKitFile: file)
    } catch {
      throw Refusal("--catalogue: \(catalogue): \(error)")
    }
  }

  private func line() throws -> LedgerLine? {
    guard let ledger else { return nil }
    let line = HTTPLedgerLine(to: ledger.url, key: try ledgerKeyFile?.key())
    return FailureNews(of: line.send, tell: say).send
  }
}

/// A line at once, whoever reads it.
@Sendable func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
