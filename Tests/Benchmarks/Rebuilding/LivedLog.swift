import EventProcessing
import EventStore
import Foundation
import Ledger
import Logging
import Postgres
import Projections
import ReferenceModels

/// A long log of copied lives whose projections are built.
@MainActor
struct LivedLog {
  private static let lives = 400

  /// The lives of which a log is made.
  enum Lives {
    /// Hard ones: an eighth of the customers have several chains.
    case any
    /// Those of customers with one chain, as nearly all are.
    case ofOneChain
  }

  let name: String
  let cluster: Cluster
  let events: Double
  let environment: [String: String]
  private let daicho: String

  init(
    _ name: String, home: URL, of lives: Lives = .any, events: Int, _ daicho: String, _ root: URL
  ) async throws {
    self.name = name
    self.daicho = daicho
    cluster = try await Cluster(home: home)
    let server = try await LedgerServer(daicho, home: home, root: root, only: "http")
    environment = server.environment
    server.stop()
    try await Self.live(lives, in: cluster, environment)
    self.events = try await LogFilling(cluster).fill(to: events)
    _ = try RebuildRun(daicho, environment: environment, switches: true)
  }

  func stop() async { await cluster.stop() }

  /// Drops the generation that a rebuild made.
  func drop() throws {
    _ = try Command.run(daicho, ["projections", "drop"], environment: environment)
  }

  /// Returns the seconds in which all cores read the log's columns from PostgreSQL.
  func copy() throws -> Double {
    let psql = try Command.postgres("psql")
    let start = now()
    let copies = try (0..<Machine.cores).map { core in
      let process = Process()
      process.executableURL = URL(filePath: psql)
      process.arguments =
        cluster.clientArguments + [
          "--no-psqlrc", "--quiet", "--dbname=postgres", "--output=/dev/null", "--command",
          "copy (select * from event where lane % \(Machine.cores) = \(core)) "
            + "to stdout (format binary)",
        ]
      process.standardOutput = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      return (process, try StartedProcess(process))
    }
    for (process, started) in copies {
      started.wait()
      guard process.terminationStatus == 0 else { throw BenchmarkFailure("psql failed.") }
    }
    return now() - start
  }

  /// Returns the events a second of a loop that selects each event by itself and gives it to the
  /// folds of all projections, in a transaction that is taken back.
  func rowByRow(seconds: Double) async throws -> Double {
    let pool = Pool(options: cluster.options, logger: Logger(label: "bench"))
    let log = try await Self.log(pool, environment)
    let end = now() + seconds
    let start = now()
    let count = try await SingleRows(log: log, pool: pool).run(until: end)
    await pool.close()
    return Double(count) / (now() - start)
  }

  /// Records some hundred lives, which are copied afterwards.
  private static func live(
    _ lives: Lives, in cluster: Cluster, _ environment: [String: String]
  ) async throws {
    let pool = Pool(options: cluster.options, logger: Logger(label: "bench"))
    let log = try await log(pool, environment)
    let made = (0...).lazy.map { RandomLife(seed: 1, number: $0).eventsApart }
    for facts in made.filter({ lives == .any || $0.chains.count == 1 }).prefix(Self.lives) {
      _ = try await log.append(facts.map { NewEvent($0, evidence: nil) })
    }
    await pool.close()
  }

  private static func log(_ pool: Pool, _ environment: [String: String]) async throws -> EventLog {
    let file = environment["DAICHO_ENCRYPTION_KEY_FILE"] ?? ""
    return try await EventLog(
      pool, keyring: try Keyring(String(contentsOfFile: file, encoding: .utf8)))
  }
}

extension [LedgerEvent] {
  fileprivate var chains: Set<ChainID> {
    Set(
      compactMap { event in
        switch event {
        case .chain(.transactionObserved(let fact)): fact.chain
        case .chain(.renewalObserved(let fact)): fact.chain
        default: nil
        }
      })
  }
}
