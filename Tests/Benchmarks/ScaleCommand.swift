import ArgumentParser
import Foundation
import Postgres

struct ScaleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale",
    abstract: "Ingest into a log of many events beside ingest into one of a tenth.",
    discussion: """
      Both logs are begun over HTTP; copies of these rows, with positions, keys and streams of \
      their own, fill them inside PostgreSQL. The copies break the hash chain: such a log is for \
      measuring only.
      """)

  @OptionGroup var options: BenchmarkOptions

  @Option(help: "Events in the larger log (10000000; 100000 with --quick).")
  var events: Int?

  @Flag(help: "Measure PostgreSQL's own settings instead of the embedded server's.")
  var postgresDefaults = false

  func validate() throws {
    if let events, events < 100_000 { throw ValidationError("--events takes 100000 or more.") }
  }

  func run() async throws {
    try await ScaleBenchmark(
      options, events: events, postgres: postgresDefaults ? .comparison : .ledger
    ).run()
  }
}

@MainActor
struct ScaleBenchmark {
  private static let clients = [16, 128]

  private let options: BenchmarkOptions
  private let events: Int
  private let rounds: Int
  private let seconds: Double
  private let begun: Int
  private let work: URL
  private let postgres: ServerPurpose

  init(_ options: BenchmarkOptions, events: Int?, postgres: ServerPurpose) {
    self.options = options
    self.events = events ?? (options.quick ? 100_000 : 10_000_000)
    rounds = options.quick ? 2 : 5
    seconds = options.quick ? 1 : 5
    begun = options.quick ? 500 : 5_000
    work = URL(filePath: options.work)
    self.postgres = postgres
  }

  func run() async throws {
    let press = try NotificationPress()
    let root = try press.writeRoot(into: work)
    var logs: [Log] = []
    for (name, events) in [("small", events / 10), ("large", events)] {
      let cluster = try await Cluster(home: work.appending(path: name), for: postgres)
      if logs.isEmpty { say(try await Machine.facts(cluster) + "\n") }
      let log = Log(name: name, cluster: cluster)
      try await begin(log, press, root)
      let start = now()
      let total = try await LogFilling(cluster).fill(to: events)
      say("\(name) log: \(total.text()) events, filled in \((now() - start).text()) s")
      logs.append(log)
    }
    var samples = Samples()
    for round in 0..<rounds {
      // The first log changes each round, so that neither always has the warmer machine.
      for log in round.isMultiple(of: 2) ? logs : logs.reversed() {
        try await measure(log, press, root, &samples)
      }
    }
    say("\n" + table(samples).text)
    for log in logs { await log.cluster.stop() }
  }

  private struct Log {
    let name: String
    let cluster: Cluster
  }

  private func begin(_ log: Log, _ press: NotificationPress, _ root: URL) async throws {
    let server = try await LedgerServer(
      options.daicho, home: log.cluster.home, root: root, only: "http")
    defer { server.stop() }
    let requests = try press.print(begun) { Request.notification($0) }
    _ = try LoadClient(port: server.port, connections: 64, isRight: \.isRecorded)
      .post(requests, seconds: 600)
  }

  private func measure(
    _ log: Log, _ press: NotificationPress, _ root: URL, _ samples: inout Samples
  ) async throws {
    let server = try await LedgerServer(
      options.daicho, home: log.cluster.home, root: root, only: "http")
    defer { server.stop() }
    let posting = Posting(server: server, cluster: log.cluster, press: press)
    try posting.warmUp()
    for clients in Self.clients {
      let outcome = try await posting.measure(clients: clients, seconds: seconds)
      samples.add("rate \(clients) \(log.name)", outcome.load.rate)
      samples.add("p99 \(clients) \(log.name)", outcome.load.percentile(0.99))
      samples.add("cpu \(clients) \(log.name)", outcome.ledger + outcome.postgres)
    }
  }

  private func table(_ samples: Samples) -> Table {
    var table = Table(
      "ingest, --only http", "\(events / 10) events", "\(events) events", "larger / smaller (range)"
    )
    for clients in Self.clients {
      for (name, title, digits) in [
        ("rate", "notifications a second", 0), ("p99", "p99 ms", 1),
        ("cpu", "us of processor", 0),
      ] {
        table.add(
          "\(title), \(clients) clients",
          samples.median("\(name) \(clients) small").text(digits),
          samples.median("\(name) \(clients) large").text(digits),
          samples.ratio("\(name) \(clients) large", to: "\(name) \(clients) small").text)
      }
    }
    return table
  }
}
