import Foundation
import Reports

/// The time and the peak memory of closing a month, and the time of each report of a closed one.
@MainActor
struct ReportsBenchmark {
  private static let reports = [
    "sales", "proceeds", "commission", "deferred-revenue", "refunds", "journal",
    "coins", "subscribers", "mrr", "retention",
  ]

  /// A log of the benchmark, by its number of events and by whether customers have several chains.
  enum LogName: String, CaseIterable {
    case small, large, hard
  }

  private let options: BenchmarkOptions
  private let events: Int
  private let logs: [LogName]
  private let rounds: Int
  private let work: URL

  init(_ options: BenchmarkOptions, events: Int?, of logs: [LogName]) {
    self.logs = logs
    self.options = options
    self.events = events ?? (options.quick ? 200_000 : 10_000_000)
    rounds = options.quick ? 1 : 3
    work = URL(filePath: options.work)
  }

  /// A log with the period that is closed next.
  private struct Subject {
    let log: LivedLog
    let environment: [String: String]
    var period: ReportingPeriod
    let entries: Int
  }

  func run() async throws {
    let root = try NotificationPress().writeRoot(into: work)
    let apps = work.appending(path: "reported-apps.json")
    try Data(#"[{"bundleId": "com.example.game"}]"#.utf8).write(to: apps)
    var subjects: [Subject] = []
    for name in LogName.allCases where logs.contains(name) {
      let log = try await LivedLog(
        name.rawValue, home: work.appending(path: name.rawValue),
        of: name == .hard ? .any : .ofOneChain, events: name == .small ? events / 10 : events,
        options.daicho, root)
      if subjects.isEmpty { say(try await Machine.facts(log.cluster) + "\n") }
      let middle = try PlainSums(log.cluster).middleMonth()
      guard let period = ReportingPeriod(middle.name, by: .utc) else {
        throw BenchmarkFailure("\(middle.name) is no month.")
      }
      let environment = log.environment.merging(["DAICHO_APPS": apps.path]) { $1 }
      subjects.append(
        Subject(log: log, environment: environment, period: period, entries: middle.entries))
      say(
        "\(name.rawValue) log: \(log.events.text()) events, \(Double(middle.entries).text()) entries"
      )
    }
    var samples = Samples()
    for round in 0..<rounds {
      let order = Array(subjects.indices)
      for index in round.isMultiple(of: 2) ? order : order.reversed() {
        try await measure(subjects[index], &samples)
        subjects[index].period = subjects[index].period.next
      }
    }
    say("\n" + text(samples, subjects))
    for subject in subjects { await subject.log.stop() }
  }

  private func measure(_ subject: Subject, _ samples: inout Samples) async throws {
    let (name, month) = (subject.log.name, subject.period.name)
    samples.add("plain \(name)", try PlainSums(subject.log.cluster).seconds(of: month))
    let close = try await ReportRun(
      options.daicho,
      ["periods", "close", month, "--by", "bench", "--force", "--reason", "a benchmark"],
      environment: subject.environment)
    samples.add("close \(name)", close.seconds)
    samples.add("memory \(name)", close.memoryPeak)
    for report in Self.reports {
      for (title, arguments) in [
        ("kept", ["--period", month]),
        ("anew", ["--period", month, "--known-at", "\(Date.now.ISO8601Format())"]),
      ] {
        let run = try await ReportRun(
          options.daicho, ["report", report, "--format", "csv"] + arguments,
          environment: subject.environment)
        samples.add("\(title) \(report) \(name)", run.seconds)
      }
    }
  }

  private func text(_ samples: Samples, _ subjects: [Subject]) -> String {
    let names = subjects.map(\.log.name)
    var table = Table(
      ["seconds"] + subjects.map { "\($0.log.name), \(Double($0.entries).text()) entries" })
    table.add(["plain sums in SQL"] + names.map { samples.median("plain \($0)").text(2) })
    table.add(
      ["close of a month, with all reports"] + names.map { samples.median("close \($0)").text(2) })
    for report in Self.reports {
      table.add(
        ["\(report), kept"] + names.map { samples.median("kept \(report) \($0)").text(2) })
      table.add(
        ["\(report), computed"] + names.map { samples.median("anew \(report) \($0)").text(2) })
    }
    var aims = Table(["aim", "wanted", "measured", ""])
    func add(_ aim: String, _ wanted: String, _ value: Double?, _ digits: Int, upTo limit: Double) {
      aims.add([
        aim, wanted, value.text(digits), value.map { $0 <= limit ? "met" : "missed" } ?? "-",
      ])
    }
    for name in names where name != LogName.small.rawValue {
      add(
        "close beside plain sums, \(name)", "<= 3",
        samples.ratio("close \(name)", to: "plain \(name)")?.median, 1, upTo: 3)
      add(
        "peak memory of a close, \(name), MB", "< 300",
        samples.median("memory \(name)").map { $0 / 1e6 }, 0, upTo: 300)
      add(
        "slowest report of a closed month, \(name), s", "<= 1",
        Self.reports.compactMap { samples.median("kept \($0) \(name)") }.max(), 2, upTo: 1)
    }
    return [table.text, aims.text].joined(separator: "\n\n")
  }
}
