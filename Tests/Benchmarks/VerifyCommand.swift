import AppStore
import AppStoreSimulator
import ArgumentParser
import Foundation

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "JWS and notifications verified per second and core, beside Apple's Python library.")

  @OptionGroup var options: BenchmarkOptions

  func run() async throws {
    try await VerifyBenchmark(options).run()
  }
}

@MainActor
struct VerifyBenchmark {
  private struct Case {
    let kind: String
    let cached: Bool
    var name: String { "\(kind), \(cached ? "chain cached" : "nothing cached")" }
  }

  private static let cases = ["transaction", "notification"].flatMap { kind in
    [Case(kind: kind, cached: false), Case(kind: kind, cached: true)]
  }

  private let options: BenchmarkOptions
  private let rounds = 5
  private let seconds: Double
  private let python: PythonCases?

  init(_ options: BenchmarkOptions) {
    self.options = options
    seconds = options.quick ? 0.4 : 2
    python = PythonCases(options)
  }

  func run() async throws {
    say(
      "\(Date.now.formatted(.iso8601)): \(Machine.cores) cores, load average \(Machine.loadAverage)"
    )
    let work = URL(filePath: options.work)
    let press = try NotificationPress()
    let notifications = try press.print(200)
    try write(notifications, press, into: work)
    let verification = Verification(root: try press.trustedRoot(), notifications: notifications)
    var samples = Samples()
    for _ in 1...rounds {
      for item in Self.cases {
        let cost =
          item.kind == "transaction"
          ? try await verification.transaction(cached: item.cached, seconds: seconds)
          : try await verification.notification(cached: item.cached, seconds: seconds)
        samples.add("swift \(item.name)", cost)
        guard let python else { continue }
        let other = try python.verified(
          samples: work, kind: item.kind, cached: item.cached, seconds: seconds)
        samples.add("python \(item.name)", other)
      }
      samples.add("reading", try await verification.reading(seconds: seconds))
      samples.add("signatures", try verification.signatures(seconds: seconds))
      samples.add("splitting", try await verification.splitting(seconds: seconds))
    }
    say(table(samples).text)
    say(reading(samples).text)
    if python == nil { say("Apple's Python library: not available here") }
  }

  private func table(_ samples: Samples) -> Table {
    var table = Table(
      "one core", "us", "per second", "Apple's Python, us", "per second", "times as fast (range)")
    for item in Self.cases {
      let own = samples.median("swift \(item.name)")
      let other = samples.median("python \(item.name)")
      table.add(
        item.name, own.text(), own.map { 1e6 / $0 }.text(), other.text(),
        other.map { 1e6 / $0 }.text(),
        samples.ratio("python \(item.name)", to: "swift \(item.name)").text)
    }
    return table
  }

  /// The cost of a notification in this process, from the posted body to its events.
  private func reading(_ samples: Samples) -> Table {
    var table = Table("a notification, chain cached", "us")
    table.add("body to events", samples.median("reading").text())
    table.add("of these, three signatures over digests", samples.median("signatures").text())
    table.add("evidence divided for packing", samples.median("splitting").text())
    return table
  }

  /// Writes the same notifications, root and app for the other library.
  private func write(
    _ notifications: [SignedNotification], _ press: NotificationPress, into folder: URL
  ) throws {
    let lines = notifications.map {
      "{\"notification\":\"\($0.signedPayload)\",\"transaction\":\"\($0.signedTransaction)\"}\n"
    }
    try Data(lines.joined().utf8).write(to: folder.appending(path: "notifications.jsonl"))
    try Data(press.trustedRoot().der).write(to: folder.appending(path: "root.der"))
    let app = NotificationPress.app
    try Data("{\"bundleId\":\"\(app.bundleID)\",\"appAppleId\":\(app.appAppleID)}".utf8)
      .write(to: folder.appending(path: "app.json"))
  }
}
