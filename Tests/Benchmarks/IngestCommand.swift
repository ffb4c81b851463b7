import ArgumentParser
import Foundation

struct IngestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract: "Durable notifications a second through HTTP, beside what bounds them.")

  @OptionGroup var options: BenchmarkOptions

  func run() async throws {
    try await IngestBenchmark(options).run()
  }
}

/// A benchmark with every case once a round, and a newly started ledger for each case.
@MainActor
struct IngestBenchmark {
  nonisolated static let clients = [1, 16, 128]
  nonisolated static let plainClients = [1, 16, 64]
  nonisolated static let batches = [100, 1_000]
  nonisolated static let pythonProcesses = [1, 16]
  /// The most bytes stored of a notification; the recorder of the comparison stores no more.
  private static let stateBytes = 1_500

  private let options: BenchmarkOptions
  private let rounds: Int
  private let seconds: Double
  private let work: URL
  private let python: PythonCases?

  init(_ options: BenchmarkOptions) {
    self.options = options
    rounds = options.quick ? 1 : 3
    seconds = options.quick ? 1.5 : 5
    work = URL(filePath: options.work)
    python = PythonCases(options)
  }

  func run() async throws {
    let press = try NotificationPress()
    let root = try press.writeRoot(into: work)
    let ledger = try await Cluster(home: work.appending(path: "ledger"))
    let plain = try await Cluster(home: work.appending(path: "plain"))
    say(try await Machine.facts(ledger) + "\n")
    var report = IngestReport()
    var inserts: PlainInserts?
    for round in 1...rounds {
      say("round \(round) of \(rounds), load average \(Machine.loadAverage)")
      try await postWithProjector(ledger, press, root, &report)
      try await postAlone(ledger, press, root, &report)
      try await verifyBare(press, &report)
      if inserts == nil {
        inserts = try await PlainInserts(plain, sampling: ledger, folder: work)
        report.eventsPerNotification = try await eventsPerNotification(ledger)
      }
      if let inserts { try await insertPlainly(inserts, &report) }
      try recordWithPython(plain, &report)
    }
    say(report.text)
    await plain.stop()
    await ledger.stop()
  }

  /// Measures the server as it runs by default.
  private func postWithProjector(
    _ ledger: Cluster, _ press: NotificationPress, _ root: URL, _ report: inout IngestReport
  ) async throws {
    let server = try await LedgerServer(options.daicho, home: ledger.home, root: root)
    let posting = Posting(server: server, cluster: ledger, press: press)
    try posting.warmUp()
    for clients in Self.clients {
      let outcome = try await posting.measure(
        clients: clients, seconds: seconds, awaitingProjection: clients == 128)
      report.add(outcome, as: "\(clients)")
    }
    report.samples.add("memory", server.memoryPeak ?? 0)
    server.stop()
  }

  /// Measures the server without projections, so that the costs of ingestion are not mixed with
  /// those of reading.
  private func postAlone(
    _ ledger: Cluster, _ press: NotificationPress, _ root: URL, _ report: inout IngestReport
  ) async throws {
    let server = try await LedgerServer(options.daicho, home: ledger.home, root: root, only: "http")
    let posting = Posting(server: server, cluster: ledger, press: press)
    try posting.warmUp()
    report.addAlone(try await posting.measure(clients: 128, seconds: seconds))
    report.samples.add("HTTP", try await posting.rejectionCost(clients: 128, seconds: seconds / 2))
    server.stop()
  }

  private func verifyBare(
    _ press: NotificationPress, _ report: inout IngestReport
  ) async throws {
    let notifications = try press.print(200)
    let bare = try BareVerification(sizesOf: notifications[0])
    report.samples.add("bare", bare.notificationsPerSecond(seconds: seconds))
    let root = try press.trustedRoot()
    for stage in Stages(root: root, notifications: notifications).all {
      report.samples.add(stage.name, try await stage.microseconds(seconds / 2))
    }
  }

  private func insertPlainly(
    _ inserts: PlainInserts, _ report: inout IngestReport
  ) async throws {
    for clients in Self.plainClients {
      report.samples.add(
        "single \(clients)", try await inserts.single(clients: clients, seconds: seconds))
    }
    for size in Self.batches {
      report.samples.add("batch \(size)", try await inserts.batched(size))
    }
  }

  private func recordWithPython(_ plain: Cluster, _ report: inout IngestReport) throws {
    guard let python else { return }
    for processes in Self.pythonProcesses {
      let rate = try python.recorded(
        socket: plain.socket, processes: processes, stateBytes: Self.stateBytes, seconds: seconds)
      report.samples.add("python \(processes)", rate)
    }
  }

  private func eventsPerNotification(_ ledger: Cluster) async throws -> Double {
    let events = try await ledger.number("select count(*) from event")
    let notifications = try await ledger.number(
      "select count(*) from event where notification is not null")
    return events / max(notifications, 1)
  }
}
