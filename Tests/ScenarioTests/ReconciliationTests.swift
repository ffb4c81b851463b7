import Chaos
import Testing

@Suite struct `Reconciliation with Apple` {
  @Test(.timeLimit(.minutes(20)))
  func `of a month's notifications one in five is lost, and one sweep brings them all`() async {
    await Self.live(LostTrial.self, "lost", of: 40)
  }

  @Test(.timeLimit(.minutes(20)))
  func `after four hours away Apple's next attempts and one sweep bring everything`() async {
    await Self.live(OutageTrial.self, "outage", of: 100)
  }

  @Test(.timeLimit(.minutes(20)))
  func `while Apple is in trouble nothing is refused, Apple is spared, and all is done afterwards`()
    async
  {
    await TrialHome.with("reconciled", again: "scripts/chaos apple-down --seconds 5") {
      home, again in
      let trial = AppleDownTrial(
        binary: Binary.daicho, home: home,
        ports: try FreePort.find(count: AppleDownTrial.ledgers), length: .seconds(5))
      let report = try await trial.run()
      try #require(report.isKept, "\(report), \(again)")
    }
  }

  private static func live(
    _ trial: (some MonthTrial).Type, _ name: String, of customers: Int
  ) async {
    let seed = UInt64.random(in: 1...1_000_000)
    await TrialHome.with(
      "reconciled", again: "scripts/chaos \(name) --customers \(customers) --seed \(seed)"
    ) { home, again in
      let setting = try MonthSetting(
        binary: Binary.daicho, home: home, port: try FreePort.find(), customers: customers,
        seed: seed)
      let report = try await trial.init(setting).run()
      let differences = report.differences.prefix(20).joined(separator: "\n")
      try #require(
        report.isWhole, "\(report.status), \(report.failed) failed, \(again)\n\(differences)")
      #expect(report.customers > 0 && report.notifications > report.failed, again)
    }
  }
}
