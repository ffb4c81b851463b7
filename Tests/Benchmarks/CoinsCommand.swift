import ArgumentParser
import Foundation

struct CoinsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coins",
    abstract: "Spends, grants and entitlement reads through HTTP, beside bare rows.",
    discussion: """
      pgbench does the bare rows on the same PostgreSQL, each case right after the ledger's.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() async throws {
    try await CoinsBenchmark(options).run()
  }
}

/// A benchmark with one ledger for all rounds, and every case once a round.
@MainActor
struct CoinsBenchmark {
  nonisolated static let writers = [1, 16, 128]
  nonisolated static let readers = [1, 16]

  private let options: BenchmarkOptions
  private let rounds: Int
  private let seconds: Double
  private let work: URL

  init(_ options: BenchmarkOptions) {
    self.options = options
    rounds = options.quick ? 1 : 3
    seconds = options.quick ? 1 : 5
    work = URL(filePath: options.work)
  }

  func run() async throws {
    let press = try NotificationPress()
    let root = try press.writeRoot(into: work)
    let cluster = try await Cluster(
      home: work.appending(path: "ledger"))
    say(try await Machine.facts(cluster) + "\n")
    let server = try await LedgerServer(options.daicho, home: cluster.home, root: root)
    let game = try Game(server: server, cluster: cluster, press: press, folder: work)
    try await game.moveIn()
    let bare = try await BareRows(cluster, rows: Game.accounts, folder: work)
    var report = CoinsReport()
    for round in 1...rounds {
      say("round \(round) of \(rounds), load average \(Machine.loadAverage)")
      try await write(game, bare, &report)
      try await read(game, bare, &report)
    }
    say("\n" + report.text)
    server.stop()
    await cluster.stop()
  }

  private func write(_ game: Game, _ bare: BareRows, _ report: inout CoinsReport) async throws {
    for clients in Self.writers {
      report.add(
        try await game.spend(clients: clients, seconds: seconds), as: .spend, clients)
      report.add(try bare.spend(clients: clients, seconds: seconds), as: .bareSpend, clients)
      report.add(try await game.buy(clients: clients, seconds: seconds), as: .grant, clients)
    }
  }

  private func read(_ game: Game, _ bare: BareRows, _ report: inout CoinsReport) async throws {
    for clients in Self.readers {
      report.add(try await game.read(clients: clients, seconds: seconds), as: .read, clients)
      report.add(try bare.select(clients: clients, seconds: seconds), as: .bareSelect, clients)
      report.add(try await game.greet(clients: clients, seconds: seconds), as: .greeting, clients)
    }
    report.add(try await game.query(seconds: seconds), as: .query, 1)
  }
}
