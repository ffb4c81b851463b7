import EventStore
import Foundation
import Ledger
import Logging
import Postgres
import ReferenceModels

/// The time and memory to rebuild the projections of a long log, beside a log of a tenth, which
/// shows that memory does not grow with the log.
@MainActor
struct FoldBenchmark {
  private static let lives = 400
  private static let patience = 14_400.0
  private static let consumers = ["projections", "granting"]

  private let options: BenchmarkOptions
  private let events: Int
  private let work: URL

  init(_ options: BenchmarkOptions, events: Int) {
    self.options = options
    self.events = events
    work = URL(filePath: options.work)
  }

  func run() async throws {
    let root = try NotificationPress().writeRoot(into: work)
    var table = Table(
      "rebuilt", "events", "transactions", "s", "transactions a second", "peak MB")
    for (name, events) in [("small", events / 10), ("large", events)] {
      let cluster = try await Cluster(home: work.appending(path: "fold-\(name)"))
      let server = try await LedgerServer(
        options.daicho, home: cluster.home, root: root, only: "http")
      server.stop()
      try await live(in: cluster)
      let total = try await LogFilling(cluster).fill(to: events)
      say("\(name) log: \(total.text()) events")
      try await fold(cluster, root, name, total, &table)
      await cluster.stop()
    }
    say("\n" + table.text)
  }

  /// Records some hundred lives, which are copied afterwards.
  private func live(in cluster: Cluster) async throws {
    let pool = Pool(options: cluster.options, logger: Logger(label: "bench"))
    let log = try await EventLog(pool, keyring: try Keyring(try Keyring.generate(id: "k1")))
    for number in 0..<Self.lives {
      let facts = RandomLife(seed: 1, number: number).eventsApart
      _ = try await log.append(facts.map { NewEvent($0, evidence: nil) })
    }
    await pool.close()
  }

  private func fold(
    _ cluster: Cluster, _ root: URL, _ name: String, _ events: Double, _ table: inout Table
  ) async throws {
    let start = now()
    let server = try await LedgerServer(options.daicho, home: cluster.home, root: root)
    defer { server.stop() }
    var behind = Set(Self.consumers)
    while !behind.isEmpty {
      guard now() - start < Self.patience else { throw BenchmarkFailure("It takes too long.") }
      try await Task.sleep(for: .milliseconds(200))
      for consumer in behind where try await lag(of: consumer, in: cluster) == 0 {
        behind.remove(consumer)
        let transactions = try await cluster.number("select count(*) from service_period")
        let seconds = now() - start
        table.add(
          "\(consumer), \(name)", events.text(), transactions.text(), seconds.text(1),
          (transactions / seconds).text(), server.memoryPeak.map { $0 / 1e6 }.text())
      }
    }
  }

  private func lag(of consumer: String, in cluster: Cluster) async throws -> Double {
    try await cluster.number(
      """
      select coalesce(sum(h.last_position - coalesce(c.position, 0)), 0)
      from installation
      cross join generate_series(1, lanes) as l(lane)
      cross join lateral (
        select last_position from lane_batch b where b.lane = l.lane
        order by first_position desc limit 1
      ) as h
      left join consumer_checkpoint c on c.lane = l.lane and c.consumer = '\(consumer)'
      """)
  }
}
