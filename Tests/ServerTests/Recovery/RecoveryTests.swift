import EventStore
import Foundation
import Intake
import Ledger
import Postgres
import Projections
import Synchronization
import TestSupport
import Testing

@testable import Server

/// A drill of a recovery: a backup, more purchases and acknowledgements, the restored backup, its
/// recovery.
struct RecoveryTests {
  private static func bought(_ id: TransactionID, _ ledger: TestLedger) async throws {
    let gems = GemPurchase(id)
    try await ledger.record([gems.bought(), gems.owned(by: ledger.account("anna").reference)])
    try await ledger.grant()
    try await ledger.project()
  }

  private static func publish(_ ledger: TestLedger) async throws {
    let gems = CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])
    _ = try await ledger.intake.catalogs.publish(
      Catalog([gems]), of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
  }

  /// A game that books each grant once, by its id, and acknowledges it.
  private final class Game: Sendable {
    private let bookings = Mutex<[GrantID: Int64]>([:])

    var balance: Int64 { bookings.withLock { $0.values.reduce(0, +) } }
    var booked: Set<GrantID> { bookings.withLock { Set($0.keys) } }

    /// Books the pending grants, and returns the number of new ones.
    func book(_ ledger: TestLedger) async throws -> Int {
      try await ledger.project()
      let pending = try await ledger.reader.grants.page(GrantFilter(state: .pending), limit: 100)
        .value
      var count = 0
      for grant in pending.grants {
        let isNew = bookings.withLock { $0.updateValue(grant.amount, forKey: grant.id) == nil }
        count += isNew ? 1 : 0
        _ = try await ledger.intake.acknowledgements.acknowledge(grantMadeBy: grant.made)
      }
      try await ledger.project()
      return count
    }
  }

  private static func balance(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.intake.wallets.wallet(
      of: ledger.account("anna").reference, in: TestLedger.bundleID, environment: .production
    ).wallet.available("gem")
  }

  private static func grantCount(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.count("select count(*) from event where type = 11")
  }

  @Test func `what a restore took away comes back, is granted once, and nothing is missing`()
    async throws
  {
    let game = Game()
    let before = Mutex<PositionToken?>(nil)
    try await TestLedger.withRestored { ledger in
      try await Self.publish(ledger)
      for id in ["1", "2"] as [TransactionID] { try await Self.bought(id, ledger) }
      let made = try await ledger.reader.grants.page(GrantFilter(), limit: 1).value.grants[0].made
      _ = try await ledger.intake.acknowledgements.acknowledge(grantMadeBy: made)
      try await ledger.project()
    } lost: { ledger in
      for id in ["3", "4"] as [TransactionID] { try await Self.bought(id, ledger) }
      #expect(try await game.book(ledger) == 3)
      let position = ledger.log.token(try await ledger.log.position())
      before.withLock { $0 = position }
    } _: { ledger in
      #expect(try await Self.balance(ledger) == 200)
      let history = RecoveryStep(name: "histories") {
        for id in ["1", "2", "3", "4"] as [TransactionID] { try await Self.bought(id, ledger) }
        #expect(try await Self.grantCount(ledger) == 2, "nothing is granted while it is held")
        #expect(try await Self.balance(ledger) == 200)
        return RecoveryStep.Figures(expected: 4, present: 2, repaired: 2)
      }
      let recovery = Recovery(intake: ledger.intake, owner: ledger.owner, steps: [history])
      let report = try await recovery.recover()
      #expect(!report.isPaused)
      try await ledger.grant()
      #expect(try await Self.balance(ledger) == 400)
      #expect(try await Self.grantCount(ledger) == 4)
      #expect(try await game.book(ledger) == 0, "grants keep their ids")
      let all = try await ledger.reader.grants.page(GrantFilter(), limit: 100).value.grants
      #expect(Set(all.map(\.id)).isSuperset(of: game.booked))
      #expect(all.allSatisfy { $0.state == .acknowledged })
      let told = before.withLock(\.self)
      let token = try #require(told)
      #expect(try await !ledger.log.isCurrent(token))
      for lane in ledger.log.lanes {
        try await Replay(pool: ledger.pool, log: ledger.log, of: .grants).verify(lane: lane)
      }
    }
  }

  @Test func `another epoch begins, and an event records it`() async throws {
    try await TestLedger.with { ledger in
      let before = ledger.log.installation.epoch
      let other = try await ledger.another()
      let recovery = Recovery(intake: ledger.intake, owner: ledger.owner, steps: [])
      let first = try await recovery.recover()
      #expect(ledger.log.installation.epoch != before)
      #expect(first.epoch == ledger.log.installation.epoch.uuidString.lowercased())
      let second = try await recovery.recover()
      #expect(second.epoch != first.epoch)
      #expect(second.pausedSince == first.pausedSince)
      let events = try await ledger.log.reading.shared().map { HistoryItemName($0.event) }
      #expect(events == [.epochOpened, .epochOpened])
      #expect(try await other.installation.pausedSince()?.description == first.pausedSince)
      #expect(
        other.token(Position()).epoch == ledger.log.token(Position()).epoch,
        "who reads the installation learns the epoch")
    }
  }

  private enum HistoryItemName: Equatable {
    case epochOpened, other

    init(_ event: LedgerEvent) {
      if case .shared(.epochOpened) = event { self = .epochOpened } else { self = .other }
    }
  }

  private struct Broken: Error, CustomStringConvertible {
    let description = "Apple cannot be reached"
  }

  @Test func `a step that fails stops no other, and keeps the ledger paused until it is resumed`()
    async throws
  {
    try await TestLedger.with { ledger in
      let steps = [
        RecoveryStep(name: "notifications") { throw Broken() },
        RecoveryStep(name: "histories") {
          RecoveryStep.Figures(expected: 5, present: 3, repaired: 2)
        },
      ]
      let recovery = Recovery(intake: ledger.intake, owner: ledger.owner, steps: steps)
      let told = Mutex<[String]>([])
      let report = try await recovery.recover { step in told.withLock { $0.append(step.name) } }
      let names = told.withLock(\.self)
      #expect(names == ["notifications", "histories"])
      #expect(report.isPaused)
      #expect(
        report.lines.filter { $0.hasPrefix("  ") } == [
          "  notifications: failed: Apple cannot be reached",
          "  histories: 5 expected, 3 present, 2 repaired, 0 missing",
        ])
      try await Self.publish(ledger)
      try await Self.bought("1", ledger)
      #expect(try await Self.grantCount(ledger) == 0)
      #expect(try await ledger.granter.lag() > 0)
      #expect(try await UnpauseBody(releasing: recovery).pausedSince == report.pausedSince)
      #expect(try await UnpauseBody(releasing: recovery).sentence == "The ledger is not paused.")
      try await ledger.grant()
      #expect(try await Self.balance(ledger) == 100)
    }
  }

  @Test(arguments: [
    ([], false, true), ([RecoveryStep.Figures(expected: 2, present: 1, repaired: 0)], false, true),
    ([RecoveryStep.Figures(expected: 2, present: 1, repaired: 1)], false, false),
    ([RecoveryStep.Figures(expected: 2, present: 1, repaired: 1)], true, true),
    ([RecoveryStep.Figures()], false, false),
  ])
  func `the ledger is resumed once nothing is missing`(
    figures: [RecoveryStep.Figures], keepsPaused: Bool, isPaused: Bool
  ) async throws {
    try await TestLedger.with { ledger in
      let steps = figures.map { figures in RecoveryStep(name: "sweep") { figures } }
      let recovery = Recovery(intake: ledger.intake, owner: ledger.owner, steps: steps)
      let report = try await recovery.recover(keepsPaused: keepsPaused)
      #expect(report.isPaused == isPaused)
      let pausedSince = try await ledger.intake.installation.pausedSince()
      #expect((pausedSince != nil) == isPaused)
      #expect(report.isWhole || report.isPaused)
      #expect(report.lines.contains { $0.hasPrefix(isPaused ? "Paused:" : "Unpaused:") })
    }
  }

  @Test func `a recovery waits for grants whose commit began before the pause`() async throws {
    try await TestLedger.with { ledger in
      try await Self.bought("1", ledger)
      let recovery = Recovery(intake: ledger.intake, owner: ledger.owner, steps: [])
      _ = try await ledger.whileLanesAreLocked { log in
        let began = Task { try await recovery.recover(keepsPaused: true) }
        while try await log.readInstallation().pausedSince == nil {
          try await Task.sleep(for: .milliseconds(5))
        }
        #expect(try await log.reading.shared().isEmpty)
        return began
      }
      #expect(try await ledger.log.reading.shared().count == 1)
    }
  }

  @Test func `no grant is recorded after the pause, whoever decides it`() async throws {
    try await TestLedger.with { ledger in
      let gems = GemPurchase("1")
      try await Self.bought("1", ledger)
      let account = ledger.account("anna").reference
      guard case .chain(.grantMade(let grant)) = gems.granted(100, to: account) else { return }
      _ = try await ledger.intake.installation.openEpoch(because: "test", by: ledger.owner)
      let decisions = GrantDecisions(ledger.intake)
      await #expect(throws: EventLogError.paused) { try await decisions.make([grant]) }
      let status = GrantStatus(
        grant: grant, account: account, takenBack: 0, revision: 1, isFormer: false)
      await #expect(throws: EventLogError.paused) {
        try await decisions.follow(
          [status], for: account, in: TestLedger.bundleID, environment: .production)
      }
      try await ledger.intake.installation.unpause(by: ledger.owner)
      try await decisions.make([grant])
    }
  }

  @Test func `the application may neither open an epoch nor resume`() async throws {
    try await TestLedger.with { ledger in
      await #expect(throws: PostgresError.self) {
        try await Installation.unpause(by: ledger.pool)
      }
      await #expect(throws: PostgresError.self) {
        try await ledger.intake.installation.openEpoch(because: "test", by: ledger.pool)
      }
      let pausedSince = try await ledger.intake.installation.pausedSince()
      #expect(pausedSince == nil)
      #expect(try await ledger.log.reading.shared().isEmpty)
    }
  }
}
