import Chaos
import Foundation
import Testing

@Suite struct `Reconciliation with Apple` {
  @Test(.timeLimit(.minutes(20)))
  func `of a month's notifications one in five is lost, and one sweep brings them all`()
    async throws
  {
    let (customers, seed) = (40, UInt64.random(in: 1...1_000_000))
    let home = Self.home()
    let again: Comment =
      "scripts/chaos lost --customers \(customers) --seed \(seed); home \(home.path)"
    do {
      let trial = try LostTrial(
        binary: Binary.daicho, home: home, port: try FreePort.find(), customers: customers,
        seed: seed)
      try Self.expectWhole(try await trial.run(), home, again)
    } catch {
      Issue.record(error, again)
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `after four hours away Apple's next attempts and one sweep bring everything`() async throws {
    let (customers, seed) = (100, UInt64.random(in: 1...1_000_000))
    let home = Self.home()
    let again: Comment =
      "scripts/chaos outage --customers \(customers) --seed \(seed); home \(home.path)"
    do {
      let trial = try OutageTrial(
        binary: Binary.daicho, home: home, port: try FreePort.find(), customers: customers,
        seed: seed)
      try Self.expectWhole(try await trial.run(), home, again)
    } catch {
      Issue.record(error, again)
    }
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

  private static func expectWhole(
    _ report: MonthReport, _ home: URL, _ again: Comment
  ) throws {
    let differences = report.differences.prefix(20).joined(separator: "\n")
    try #require(
      report.isWhole, "\(report.status), \(report.failed) failed, \(again)\n\(differences)")
    #expect(report.customers > 0 && report.notifications > report.failed, again)
    try FileManager.default.removeItem(at: home)
  }

  private static func home() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "daicho-reconciled-\(UUID())")
  }
}
