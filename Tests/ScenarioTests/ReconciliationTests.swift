import Chaos
import Foundation
import Testing

@Suite struct `Reconciliation with Apple` {
  @Test(.timeLimit(.minutes(20)))
  func `of a month's notifications one in five is lost, and one sweep brings them all`()
    async throws
  {
    try await Self.live(LostTrial.self, "lost", of: 40)
  }

  @Test(.timeLimit(.minutes(20)))
  func `after four hours away Apple's next attempts and one sweep bring everything`() async throws {
    try await Self.live(OutageTrial.self, "outage", of: 100)
  }

  @Test(.timeLimit(.minutes(20)))
  func `while Apple is in trouble nothing is refused, Apple is spared, and all is done afterwards`()
    async throws
  {
    let home = Self.home()
    let again: Comment = "scripts/chaos apple-down --seconds 5; home \(home.path)"
    do {
      let trial = try AppleDownTrial(
        binary: Binary.daicho, home: home,
        ports: try FreePort.find(count: AppleDownTrial.ledgers), length: .seconds(5))
      let report = try await trial.run()
      try #require(report.isKept, "\(report), \(again)")
      try FileManager.default.removeItem(at: home)
    } catch {
      Issue.record(error, again)
    }
  }

  private static func live(
    _ trial: (some MonthTrial).Type, _ name: String, of customers: Int
  ) async throws {
    let (seed, home) = (UInt64.random(in: 1...1_000_000), Self.home())
    let again: Comment =
      "scripts/chaos \(name) --customers \(customers) --seed \(seed); home \(home.path)"
    do {
      let report = try await trial.init(
        binary: Binary.daicho, home: home, port: try FreePort.find(), customers: customers,
        seed: seed
      ).run()
      let differences = report.differences.prefix(20).joined(separator: "\n")
      try #require(
        report.isWhole, "\(report.status), \(report.failed) failed, \(again)\n\(differences)")
      #expect(report.customers > 0 && report.notifications > report.failed, again)
      try FileManager.default.removeItem(at: home)
    } catch {
      Issue.record(error, again)
    }
  }

  private static func home() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "daicho-reconciled-\(UUID())")
  }
}
