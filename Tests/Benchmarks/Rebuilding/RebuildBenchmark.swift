import Foundation

/// The rate and the peak memory of a rebuild of all projections, beside readers of the same log.
@MainActor
struct RebuildBenchmark {
  private static let pythonEvents = 50_000

  private let options: BenchmarkOptions
  private let events: Int
  private let rounds: Int
  private let work: URL

  init(_ options: BenchmarkOptions, events: Int?) {
    self.options = options
    self.events = events ?? (options.quick ? 200_000 : 10_000_000)
    rounds = options.quick ? 1 : 3
    work = URL(filePath: options.work)
  }

  func run() async throws {
    let root = try NotificationPress().writeRoot(into: work)
    var logs: [LivedLog] = []
    for (name, events) in [("small", events / 10), ("large", events)] {
      let log = try await LivedLog(
        name, home: work.appending(path: name), events: events, options.daicho, root)
      if logs.isEmpty { say(try await Machine.facts(log.cluster) + "\n") }
      say("\(name) log: \(log.events.text()) events")
      logs.append(log)
    }
    var samples = Samples()
    for round in 0..<rounds {
      for log in round.isMultiple(of: 2) ? logs : logs.reversed() {
        try await measure(log, &samples)
      }
    }
    let report = RebuildReport(samples: samples, logs: logs.map { ($0.name, $0.events) })
    say("\n" + report.text)
    for log in logs { await log.stop() }
  }

  private func measure(_ log: LivedLog, _ samples: inout Samples) async throws {
    let postgres = try await log.cluster.processorTime()
    let run = try RebuildRun(options.daicho, environment: log.environment)
    let spent = try await log.cluster.processorTime() - postgres
    try log.drop()
    let events = log.events
    samples.add("rate \(log.name)", events / run.seconds)
    samples.add("read \(log.name)", events / (run.phases["reading"] ?? run.seconds))
    for (phase, seconds) in run.phases { samples.add("\(phase) \(log.name)", seconds) }
    samples.add("memory \(log.name)", run.memoryPeak)
    samples.add("daicho \(log.name)", run.processorTime / events * 1e6)
    samples.add("postgres \(log.name)", spent / events * 1e6)
    samples.add("copy \(log.name)", events / (try log.copy()))
    samples.add("rows \(log.name)", try await log.rowByRow(seconds: options.quick ? 1 : 5))
    guard log.name == "large", let python = PythonCases(options) else { return }
    samples.add(
      "python",
      try python.replayed(socket: log.cluster.socket, events: Self.pythonEvents))
  }
}
