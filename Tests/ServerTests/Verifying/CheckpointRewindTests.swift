import AppStoreSimulator
import EventProcessing
import EventStore
import Granting
import Intake
import Ledger
import Logging
import Outbox
import Postgres
import Projections
import Reconciliation
import TestSupport
import Testing

@testable import Server

/// Checkpoints beyond the log, which a command sets back.
struct CheckpointRewindTests {
  private static func rewind(
    _ ledger: TestLedger, since: Instant? = nil
  ) async throws -> CheckpointRewind.Outcome {
    let now = Composition.now()
    return try await CheckpointRun.rewind(
      pool: ledger.pool, log: ledger.log,
      granting: GrantingConsumer(ledger.intake, pool: ledger.pool)
    ).run(
      since: since, notBefore: try CheckpointRun.earliest(since: since, now: now),
      signed: ActSignature(ActAuthor(name: "ada"), because: "a row was moved"), at: now)
  }

  /// Ends all jobs as their workers do.
  private static let finishJobs =
    "delete from job where kind <> 'consumption'; update job set state = 'done'; "

  /// Reads on with every consumer.
  private static func read(_ ledger: TestLedger) async throws {
    let app = ConfiguredApp(
      bundleID: TestLedger.bundleID, appAppleID: TestLedger.appAppleID,
      environments: Set(TestLedger.environments), finish: .recorded)
    let policy = JobPolicy([app], askable: [TestLedger.bundleID])
    try await EventProcessor(
      [
        OutboxConsumer(queue: ledger.queue, policy: policy, now: { TestLedger.now }),
        ReconciliationConsumer(queue: ledger.queue, policy: policy, now: { TestLedger.now }),
      ], log: ledger.log, pool: ledger.pool, logger: Logger(label: "test")
    ).runToEnd()
    try await ledger.grant()
    try await ledger.project()
  }

  private static func acts(_ ledger: TestLedger) async throws -> [ActRecorded] {
    let log = try await EventLog(ledger.pool, keyring: ledger.keyring)
    return try await log.reading.shared().compactMap { event in
      if case .shared(.actRecorded(let act)) = event.event { act } else { nil }
    }
  }

  private static func outwards(_ ledger: TestLedger) async throws -> [Int64] {
    [
      try await ledger.count("select count(*) from job"),
      try await ledger.count("select coalesce(sum(asks), 0)::bigint from job where state = 'done'"),
      try await ledger.count("select count(*) from grant_key"),
      try await ledger.count("select count(*) from event where lane > 0"),
    ]
  }

  @Test(arguments: ["projections", "granting", "outbox", "reconciliation"])
  func
    `a checkpoint beyond the log is set back, nothing is done twice, and an event tells who did so`(
      consumer: String
    ) async throws
  {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      try await Self.read(ledger)
      // The log had been read for a day when the checkpoints last moved.
      try await small.damage(
        Self.finishJobs + "update consumer_checkpoint set moved_at = now() + interval '1 day'")
      let before = try await Self.outwards(ledger)
      try await small.damage(
        "update consumer_checkpoint set position = position + 1000, shared_position = 900 "
          + "where consumer = '\(consumer)'")
      let rewound = try await Self.rewind(ledger)
      #expect(Set(rewound.checkpoints.map(\.consumer.rawValue)) == [consumer])
      let count = try await ledger.count(
        "select count(*) from consumer_checkpoint where consumer = '\(consumer)'")
      #expect(rewound.checkpoints.count == Int(count) && count > 0)
      try await Self.read(ledger)
      #expect(try await small.findings(by: .verify) == [])
      #expect(try await small.findings(by: .projections) == [])
      #expect(try await Self.outwards(ledger) == before)
      let acts = try await Self.acts(ledger)
      #expect(acts.map(\.act) == ["checkpoints.rewind"])
      #expect(acts.first?.author.name == "ada" && acts.first?.reason == "a row was moved")
      #expect(acts.first?.values["consumers"] == consumer)
    }
  }

  /// The consumer had passed over what was recorded since its checkpoint was moved.
  @Test func `what was passed over is read`() async throws {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      try await Self.read(ledger)
      let jobs = try await ledger.count("select count(*) from job")
      try await small.damage("update consumer_checkpoint set position = position + 1000")
      let fact = TestLedger.transaction(
        "7000", chain: "2000", from: Instant(day: "2026-04-01"), to: Instant(day: "2026-05-01"))
      _ = try await ledger.intake.documents.ingest(
        Array(try ledger.authority.sign(payload: fact).utf8))
      try await Self.read(ledger)
      #expect(try await ledger.count("select count(*) from job") == jobs)
      _ = try await Self.rewind(ledger)
      try await Self.read(ledger)
      #expect(try await ledger.count("select count(*) from job") > jobs)
    }
  }

  @Test func `sound checkpoints are left alone, without an event`() async throws {
    try await ProvenLedger.with { small in
      let rewound = try await Self.rewind(small.ledger)
      #expect(rewound.checkpoints == [] && rewound.backfills == 0)
      #expect(try await Self.acts(small.ledger) == [])
    }
  }

  /// A place that granting reads up to is set back with an event of its own, though no checkpoint is.
  @Test func `a place of granting beyond the log begins again, and an event tells who did so`()
    async throws
  {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      let lane = ledger.lane(of: "2000")
      try await small.damage(
        "delete from granting_backfill; insert into granting_backfill (lane, position, until_position) "
          + "values (\(lane), 5, 100000)")
      #expect(try await Self.rewind(ledger).backfills == 1)
      let ends = """
        select count(*) from granting_backfill g where position = 0 and until_position =
          (select max(last_position) from lane_batch b where b.lane = g.lane)
        """
      #expect(try await ledger.count(ends) == 1)
      #expect(try await small.findings(by: .verify) == [])
      let acts = try await Self.acts(ledger)
      #expect(acts.map(\.act) == ["checkpoints.rewind"])
      #expect(acts.first?.values == ["backfills": "\(lane)"])
    }
  }

  /// Neither is set back by the command: the finding says what mends it.
  @Test(arguments: [
    ("'outbox', 0, 99", "delete the row as the owner of the database"),
    ("'projections', 7, 1", "`daicho projections drop`"),
  ])
  func `a checkpoint that is not read names its own remedy, and leaves no event`(
    row: String, remedy: String
  ) async throws {
    try await ProvenLedger.with { small in
      try await small.damage(
        "insert into consumer_checkpoint (consumer, generation, lane, position) "
          + "values (\(row), 100000)")
      let findings = try await small.findings(by: .verify)
      #expect(findings.count == 1 && findings.first?.contains(remedy) == true, "\(findings)")
      let rewound = try await Self.rewind(small.ledger)
      #expect(rewound.checkpoints == [] && rewound.backfills == 0)
      #expect(try await Self.acts(small.ledger) == [])
    }
  }

  @Test func `the moment to read from is one at which no answer about consumption was forgotten`()
    throws
  {
    let now = Instant(day: "2026-06-30")
    let earliest = Instant(day: "2026-06-01")
    for right in [nil, earliest, Instant(day: "2026-06-29"), now] {
      #expect(try CheckpointRun.earliest(since: right, now: now) == earliest)
    }
    for wrong in ["2026-05-31", "2026-07-01"] {
      #expect(throws: WrongUsage.self) {
        try CheckpointRun.earliest(since: Instant(day: wrong), now: now)
      }
    }
  }
}
