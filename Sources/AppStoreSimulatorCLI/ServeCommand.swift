import AppStoreSimulator
import ArgumentParser
import Foundation

struct ServeCommand: AsyncParsableCommand {
  static let portOfDefault = 8_099

  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Open the store, until Ctrl-C.",
    discussion: """
      It answers /inApps/… as Apple's Server API, /control and below it as the control API, and /truth. \
      What it knows lives in memory: with the same seed, catalogue and beginning the same customers \
      live the same lives again.
      """)

  @OptionGroup var home: HomeOption
  @OptionGroup var app: AppOptions
  @OptionGroup var ledger: LedgerOptions

  @Option(help: "The address to listen on. Nobody is asked for a key here: keep it local.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any that is free.")
  var port = portOfDefault

  @Option(help: ArgumentHelp("A .storekit file; without one a game's goods.", valueName: "file"))
  var catalogue: String?

  @Option(help: ArgumentHelp("When the clock begins; without it now.", valueName: "time"))
  var from: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "How fast the clock goes: 525600 is a year in a minute, 0 lets it stand.", valueName: "times")
  )
  var speed = 1.0

  @Option(help: "How many customers live by themselves, from the beginning until now.")
  var customers = 0

  @Option(
    help: ArgumentHelp(
      "How they live, several times: \(WayOfLife.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "way"))
  var way: [WayOfLife] = [.mixed]

  @Option(help: "Another seed is another world.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (0...100_000).contains(customers) else {
      throw ValidationError("--customers takes a number from 0 to 100000.")
    }
    guard (0...31_536_000).contains(speed) else {
      throw ValidationError("--speed takes a number from 0 to 31536000.")
    }
    if let from, !SigningHouse.years.contains(from.milliseconds) || from.milliseconds > present {
      throw ValidationError("--from takes a time from 2014 on that is not to come.")
    }
  }

  func run() async throws {
    let simulation = Simulation(
      of: try world(), signedBy: try home.signerHome.house(),
      developerKey: try home.signerHome.developerKey(), telling: try line())
    await simulation.setSpeed(speed)
    let host = host
    try await AppStoreServer(of: simulation, host: host, port: port).run(hearsSignals: true) {
      port in
      say("The App Store is open at http://\(host):\(port), its manual at /control.")
    }
  }

  private func world() throws -> World {
    var world = World(
      of: app.app, selling: try goods(), seed: seed, from: from?.milliseconds ?? present)
    if customers > 0 {
      guard world.now < present else {
        throw ValidationError("--customers need time to live in: begin earlier, with --from.")
      }
      world.settle(customers: customers, living: way, until: present, seed: seed)
    }
    return world
  }

  private func goods() throws -> Catalogue {
    guard let catalogue else { return .game }
    let file: Data
    do {
      file = try Data(contentsOf: URL(filePath: catalogue))
    } catch {
      throw ValidationError("--catalogue: \(catalogue) cannot be read.")
    }
    do {
      return try Catalogue(storeKitFile: file)
    } catch {
      throw ValidationError("--catalogue: \(catalogue): \(error)")
    }
  }

  private func line() throws -> LedgerLine? {
    guard let url = ledger.ledger else { return nil }
    return HTTPLedgerLine(to: url, key: try ledger.key()).send
  }

  private var present: Int64 { Int64(Date.now.timeIntervalSince1970 * 1_000) }
}

extension WayOfLife: ExpressibleByArgument {}

/// A line at once, whoever reads it.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
