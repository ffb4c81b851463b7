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

/// A restored ledger that is simply started.
struct RestoredCopyTests {
  private static let elsewhere =
    "the database is a copy of the one in which the ledger last ran: it was restored or cloned"

  private static func script(_ ledger: TestLedger, _ sql: String) async throws {
    try await ledger.owner.withConnection { try await $0.script(sql) }
  }

  @Test(arguments: ["database_oid = 1", "system_identifier = 1"])
  func `from another place is paused with the reason, until recover notes the place`(
    change: String
  ) async throws {
    try await TestLedger.with { ledger in
      #expect(try await Installation.notePlace(ledger.pool) == false)
      #expect(try await Installation.notePlace(ledger.pool) == false)
      #expect(try await ledger.log.readInstallation().pausedSince == nil)
      try await Self.script(ledger, "update installation set \(change)")
      #expect(try await Installation.notePlace(ledger.pool) == true)
      #expect(try await ledger.log.readInstallation().pausedBecause == Self.elsewhere)
      try await ledger.intake.installation.unpause(by: ledger.owner)
      #expect(try await Installation.notePlace(ledger.pool) == false)
      try await Self.script(ledger, "update installation set \(change)")
      _ = try await ledger.intake.installation.openEpoch(because: "test", by: ledger.owner)
      #expect(try await Installation.notePlace(ledger.pool) == false)
    }
  }

  @Test func `from another place may be released before a server has paused it`() async throws {
    try await TestLedger.with { ledger in
      #expect(try await Installation.notePlace(ledger.pool) == false)
      try await Self.script(
        ledger, "update installation set database_oid = 1, system_identifier = 1")
      let recovery = Recovery(intake: ledger.intake, owner: ledger.owner, steps: [])
      let signature = ActSignature(ActAuthor(name: "ada"), because: "moved by pg_upgrade")
      let body = try await UnpauseBody(releasing: recovery, signed: signature)
      #expect(body.pausedSince == nil)
      #expect(body.placeBefore == "cluster 1, database 1")
      #expect(
        body.sentence == "The ledger is not paused. It last ran in cluster 1, database 1; from now "
          + "on its place is this database. If it was restored from a backup, run `daicho recover "
          + "--restored` before `daicho serve`.")
      #expect(try await Installation.notePlace(ledger.pool) == false)
      let acts = try await ledger.log.reading.shared().compactMap { event -> ActRecorded? in
        if case .shared(.actRecorded(let act)) = event.event { act } else { nil }
      }
      #expect(acts.map(\.act) == ["ledger.unpause"])
      #expect(acts.first?.values == ["placeBefore": "cluster 1, database 1"])
      #expect(
        try await UnpauseBody(releasing: recovery).sentence == "The ledger is not paused.")
    }
  }

  @Test func `a copy under the name of the first one is another place`() async throws {
    try await TestLedger.withStandby { ledger, standby in
      #expect(try await Installation.notePlace(ledger.pool) == false)
      try await standby.stopHearing()
      try await standby.takeOver()
      #expect(try await Installation.notePlace(ledger.pool) == true)
    }
  }

  /// Lends the heads of a new home.
  private static func withHome(
    _ body: (KeptHeads) async throws -> Void
  ) async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try await body(KeptHeads(home: home))
    try FileManager.default.removeItem(at: home)
  }

  private static func buy(_ id: TransactionID, _ ledger: TestLedger) async throws {
    let pack = GemPurchase(id)
    try await ledger.record([pack.bought(), pack.owned(by: ledger.account("anna").reference)])
  }

  @Test func `set back in time it lacks the heads of the home, and is paused`() async throws {
    try await Self.withHome { heads in
      try await TestLedger.withRestored(
        backedUp: { ledger in try await Self.buy("1", ledger) },
        lost: { ledger in
          try await Self.buy("2", ledger)
          try heads.write(try await PublishedHead.current(ledger.log))
        },
        { ledger in
          try await heads.compare(with: ledger.log)
          let reason = ledger.log.installation.pausedBecause
          #expect(reason?.hasPrefix("the database lacks commits that were acknowledged") == true)
        })
    }
  }

  @Test func `heads that the database has, or of another epoch, pause nothing`() async throws {
    try await Self.withHome { heads in
      try await TestLedger.with { ledger in
        try await heads.compare(with: ledger.log)
        try await Self.buy("1", ledger)
        try heads.write(try await PublishedHead.current(ledger.log))
        try await Self.buy("2", ledger)
        let fresh = try await EventLog(ledger.pool, keyring: ledger.keyring)
        try await heads.compare(with: fresh)
        #expect(fresh.installation.pausedSince == nil)
        let ahead = PublishedHead(
          [LaneHead(lane: 1, position: 1_000, chain: [])], epoch: UUID(), at: TestLedger.now)
        try heads.write(ahead)
        try await heads.compare(with: fresh)
        #expect(fresh.installation.pausedSince == nil)
      }
    }
  }

  @Test func `a login that may not open an epoch is told which one may`() async throws {
    try await TestLedger.with { ledger in
      let recovery = Recovery(intake: ledger.intake, owner: ledger.pool, steps: [])
      let failure = await #expect(throws: Failure.self) { try await recovery.recover() }
      #expect(failure?.description.contains("the login that owns the database") == true)
    }
  }
}
