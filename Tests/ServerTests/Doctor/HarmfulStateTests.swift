import AppStore
import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres
import Reconciliation
import TestSupport
import Testing

@testable import Outbox
@testable import Server

/// The states in which players or money are harmed now. `daicho doctor` ends with 1 for each.
struct HarmfulStateTests {
  private func examine(
    _ ledger: TestLedger, _ only: [DoctorCheckName] = [], owner: Pool? = nil
  ) async -> [String: Finding] {
    let findings = await DatabaseExamination(
      pool: ledger.pool, owner: owner ?? ledger.owner,
      migrator: Migrator(migrations: MigratedDatabase.migrations), keyring: ledger.keyring,
      isEmbedded: true, now: { Instant(Date()) }
    ).findings(DoctorRound(only))
    return Dictionary(uniqueKeysWithValues: findings.map { ($0.check, $0) })
  }

  @Test(
    arguments: [
      (0, "ok"), (5_000, "ok"), (5_001, "warn"), (60_000, "warn"), (60_001, "fail"),
    ] as [(Int64, String)])
  func `a clock that is wrong by more than a minute is a failure`(
    difference: Int64, verdict: String
  ) {
    #expect(DatabaseExamination.clock(difference: difference).verdict.rawValue == verdict)
  }

  @Test func `a checkpoint beyond the log is a failure, of that consumer alone`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      try await ledger.project()
      try await ledger.script(
        """
        update consumer_checkpoint set position = position + 1000
        where consumer = 'projections' and lane = \(ledger.lane(of: "1000"))
        """)
      let found = await examine(ledger, [.consumers])
      #expect(found["projection chains"]?.verdict == .fail)
      let beyond = found["projection chains"]?.found.contains("1000 events beyond the log")
      #expect(beyond == true)
      #expect(found["outbox"]?.verdict != .fail)
    }
  }

  @Test func `a database that takes no writes is a failure with its cause`() async throws {
    try await TestLedger.with { ledger in
      #expect(await examine(ledger, [.writes])["writes"]?.verdict == .ok)
      try await ledger.script(
        """
        do $$ begin execute format(
          'alter database %I set default_transaction_read_only = on', current_database()); end $$
        """)
      let owner = ledger.owner.sibling(size: 1) { _ in }
      let finding = await examine(ledger, [.writes], owner: owner)["writes"]
      await owner.close()
      #expect(finding?.verdict == .fail)
      #expect(finding?.found == "the database is read-only (SQLSTATE 25006)")
      #expect(finding?.remedy == ServerCondition.readOnly.remedy)
    }
  }

  @Test func `an event that cannot be read hides no other finding`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      let poison = try await ledger.store(after: "1000", changing: "schema_version = 99")
      try await ledger.project()
      let found = await examine(ledger)
      let letters = found["dead letters of chains"]
      #expect(letters?.verdict == .fail)
      #expect(letters?.found == "1 in lane \(poison.lane)")
      #expect(letters?.remedy?.contains("daicho dead-letters list") == true)
      #expect(found["paused"]?.verdict == .ok)
      #expect(found["partitions"]?.verdict == .ok)
      #expect(found["tenure"] != nil && found["coins"] != nil && found["outbox jobs"] != nil)
    }
  }

  private static func waiting(
    _ reason: String?, kind: JobKind = .finish, attempts: Int32 = 3, oldest: Int64,
    state: JobStatus.State = .owed
  ) -> JobSummary {
    JobSummary(
      state: state, kind: kind, reason: reason, bundleID: TestLedger.bundleID,
      environment: .production, count: 7, oldestAt: TestLedger.now + .seconds(-oldest),
      nextDueAt: TestLedger.now, attemptsMax: attempts)
  }

  /// The limit is a quarter of an hour, 900 seconds.
  @Test(arguments: [
    (waiting("apple_status_401", oldest: 901), true),
    (waiting("apple_status_401", oldest: 900), false), (waiting(nil, oldest: 9_000), false),
    (waiting("apple_unreachable", kind: .history, oldest: 901), true),
    // A purchase that Apple does not know is asked about for days.
    (waiting("apple_4040010", kind: .history, oldest: 9_000), false),
    (waiting("signed_in_the_future", kind: .post, oldest: 9_000), false),
    (waiting("apple_status_401", oldest: 9_000, state: .parked), false),
  ])
  func `Apple that fails for a quarter of an hour is a failure`(summary: JobSummary, fails: Bool) {
    let finding = JobExamination.waiting([summary], at: TestLedger.now)
    #expect((finding.verdict == .fail) == fails)
    #expect(finding.found.contains("7 \(summary.kind.rawValue) of com.example.game in") == fails)
  }

  @Test func `a check that takes too long is told, and no other waits for it`() async {
    let round = DoctorRound(patience: .milliseconds(200))
    let began = ContinuousClock.now
    let findings = await round.findings([
      DoctorCheck(.owners) {
        // Canceled at the deadline.
        try? await Task.sleep(for: .seconds(60))
        return []
      },
      DoctorCheck(.pause) { [.ok("paused", "no")] },
    ])
    #expect(ContinuousClock.now - began < .seconds(10))
    #expect(findings.map(\.check) == ["owners", "paused"])
    #expect(findings.map(\.verdict) == [.warn, .ok])
    #expect(findings[0].found == "no answer within 0.2 s")
    #expect(findings[0].remedy?.contains("daicho doctor --only owners") == true)
  }

  @Test func `only what was asked for is examined`() async throws {
    try await TestLedger.with { ledger in
      #expect(Set(await examine(ledger, [.clock, .pause]).keys) == ["clock", "paused"])
      // A schema that is behind is told all the same: nothing else can be examined.
      try await ledger.script(
        "delete from schema_migration where version = (select max(version) from schema_migration)")
      #expect(Set(await examine(ledger, [.pause]).keys) == ["schema"])
    }
  }

  @Test func `refused notifications are counted by app and reason, and shown`() async throws {
    try await TestLedger.with { ledger in
      let records = RefusedNotifications(ledger.pool)
      func count(_ app: String, _ reason: String, _ count: Int64, hoursAgo: Int64)
        -> RefusedNotificationCount
      {
        let moment = TestLedger.now + .seconds(-3_600 * hoursAgo)
        return RefusedNotificationCount(
          app: app, reason: reason, count: count, firstAt: moment, lastAt: moment)
      }
      try await records.add(
        [
          count("com.example.game", "untrusted_root", 20, hoursAgo: 2),
          count("", "unreadable_json", 1, hoursAgo: 2),
        ], at: TestLedger.now)
      try await records.add(
        [
          count("com.example.game", "untrusted_root", 6, hoursAgo: 2),
          count("com.example.game", "untrusted_root", 9, hoursAgo: 48),
        ], at: TestLedger.now)
      let day = try await records.since(TestLedger.now + .seconds(-86_400))
      #expect(day.map(\.app) == ["", "com.example.game"])
      #expect(day.map(\.count) == [1, 26])
      let finding = RejectionExamination.finding(day)
      #expect(finding.verdict == .warn)
      #expect(
        finding.found
          == "refused in the last day: 1 of no app of ours for unreadable_json, the last at "
          + "2026-05-31T22:00:00.000Z; 26 of com.example.game for untrusted_root, the last at "
          + "2026-05-31T22:00:00.000Z")
      // After thirty days they are forgotten.
      try await records.add(
        [count("", "unreadable_json", 1, hoursAgo: -24 * 31)],
        at: TestLedger.now + .seconds(31 * 86_400))
      #expect(try await records.since(Instant(milliseconds: 0)).map(\.count) == [1])
    }
  }
}
