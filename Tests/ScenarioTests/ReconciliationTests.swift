import Drills
import Testing

struct ReconciliationTests {
  @Test(.timeLimit(.minutes(20)))
  func `of a month's notifications one in five is lost, and one sweep brings them all`() async {
    await Self.live(LostDrill.self, "lost", of: 40)
  }

  @Test(.timeLimit(.minutes(20)))
  func `after four hours away Apple's next attempts and one sweep bring everything`() async {
    await Self.live(OutageDrill.self, "outage", of: 100)
  }

  @Test(.timeLimit(.minutes(20)))
  func `while Apple fails nothing is rejected, Apple is spared, and all is done afterwards`()
    async
  {
    await DrillHome.with("reconciled", again: "scripts/chaos apple-down --seconds 5") {
      home, again in
      let drill = AppleDownDrill(
        binary: Binary.daicho, home: home,
        ports: try FreePort.find(count: AppleDownDrill.ledgers), length: .seconds(5))
      let report = try await drill.run()
      try #require(report.isKept, "\(report), \(again)")
    }
  }

  private static func live(
    _ drill: (some MonthDrill).Type, _ name: String, of customers: Int
  ) async {
    let seed = UInt64.random(in: 1...1_000_000)
    await DrillHome.with(
      "reconciled", again: "scripts/chaos \(name) --customers \(customers) --seed \(seed)"
    ) { home, again in
      let setting = try MonthSetting(
        binary: Binary.daicho, home: home, port: try FreePort.find(), customers: customers,
        seed: seed)
      let report = try await drill.init(setting).run()
      let differences = report.differences.prefix(20).joined(separator: "\n")
      try #require(
        report.isWhole, "\(report.status), \(report.failed) failed, \(again)\n\(differences)")
      #expect(report.customers > 0 && report.notifications > report.failed, again)
    }
  }
}
