import AppStoreSimulator
import EventProcessing
import EventStore
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
  private static func rewind(_ ledger: TestLedger) async throws -> [CheckpointRewind.Rewound] {
    let now = Composition.now()
    return try await CheckpointRewind(
      pool: ledger.pool, log: ledger.log, rebuilt: [ProjectionConsumer.name]
    ).run(
      to: try CheckpointRun.moment(since: nil, now: now),
      signed: ActSignature(ActAuthor(name: "ada"), because: "a row was moved"), at: now)
  }

  /// Reads on with every consumer.
  private static func read(_ ledger: TestLedger) async throws {
    let policy = JobPolicy([TestLedger.app()], askable: [TestLedger.bundleID])
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
      try await small.damage("update job set state = 'done'")
      let before = try await Self.outwards(ledger)
      try await small.damage(
        "update consumer_checkpoint set position = position + 1000, shared_position = 900 "
          + "where consumer = '\(consumer)'")
      let rewound = try await Self.rewind(ledger)
      #expect(Set(rewound.map(\.consumer.rawValue)) == [consumer])
      let count = try await ledger.count(
        "select count(*) from consumer_checkpoint where consumer = '\(consumer)'")
      #expect(rewound.count == Int(count) && count > 0)
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
        "7000", chain: "7000", from: Instant(day: "2026-04-01"), to: Instant(day: "2026-05-01"))
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
      #expect(rewound == [])
      #expect(try await Self.acts(small.ledger) == [])
    }
  }

  @Test func `the moment to read from is one at which no job that is done was forgotten`() throws {
    let now = Instant(day: "2026-06-30")
    #expect(try CheckpointRun.moment(since: nil, now: now) == Instant(day: "2026-06-01"))
    let recent = Instant(day: "2026-06-29")
    #expect(try CheckpointRun.moment(since: recent, now: now) == recent)
    for wrong in ["2026-05-31", "2026-07-01"] {
      #expect(throws: WrongUsage.self) {
        try CheckpointRun.moment(since: Instant(day: wrong), now: now)
      }
    }
  }
}
