import EventStore
import Foundation
import Ledger
import Logging
import Postgres
import Projections
import TestSupport
import Testing

@testable import EventProcessing

/// Checkpoints that are set back beside consumers at work.
struct RewindTests {
  private static let consumer = ConsumerName(rawValue: "granting")
  private static let projections = ConsumerName(rawValue: "projections")

  private static func rewind(_ ledger: TestLedger) -> CheckpointRewind {
    CheckpointRewind(pool: ledger.pool, log: ledger.log, rebuilt: [projections]) { _ in 0 }
  }

  private static func plan(
    _ rewind: CheckpointRewind
  ) async throws -> CheckpointRewind.Plan? {
    let now = Instant(Date())
    return try await rewind.plan(
      since: nil, notBefore: now + .seconds(-86_400),
      signed: ActSignature(ActAuthor(name: "ada"), because: "a row was moved"), at: now)
  }

  private static func checkpoint(
    of consumer: ConsumerName, _ lane: Int16, _ ledger: TestLedger
  ) async throws -> Checkpoint {
    try await ledger.pool.withConnection { connection in
      try await CheckpointStore(of: consumer).read(lane, on: connection)
    }
  }

  @Test func `a claim that is held across a rewind moves nothing`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      let lane = ledger.lane(of: "1000")
      let claim = CheckpointClaim(consumer: Self.consumer, lane: lane, owner: UUID())
      _ = try #require(try await claim.begin(in: ledger.pool))
      try await ledger.script(
        "update consumer_checkpoint set position = 1000 where consumer = 'granting'")
      let held = try #require(try await claim.begin(in: ledger.pool))
      let rewind = Self.rewind(ledger)
      let plan = try #require(try await Self.plan(rewind))
      #expect(try await rewind.carryOut(plan).checkpoints.map(\.after.position) == [0])
      let isOurs = try await ledger.pool.withTransaction { connection in
        try claim.end(at: held, on: connection)
      }
      #expect(!isOurs)
      #expect(try await Self.checkpoint(of: Self.consumer, lane, ledger).position == 0)
    }
  }

  /// The log has grown past the checkpoint, which its consumer may have moved truly meanwhile.
  @Test func `the end of the log counts when the act is recorded`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      let lane = ledger.lane(of: "1000")
      try await ledger.script(
        """
        insert into consumer_checkpoint (consumer, lane, position) values ('projections', \(lane), 2);
        """)
      let rewind = Self.rewind(ledger)
      let plan = try #require(try await Self.plan(rewind))
      try await ledger.record(["2", "3"], chain: "1000")
      #expect(try await rewind.carryOut(plan) == CheckpointRewind.Outcome())
      #expect(try await Self.checkpoint(of: Self.projections, lane, ledger).position == 2)
      #expect(try await ledger.log.reading.shared().isEmpty)
    }
  }

  /// A server does not remember it, and goes on at once.
  @Test func `a checkpoint beyond the log is read again at each step until it is set back`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      try await ledger.project()
      let number = ledger.lane(of: "1000")
      let lane = ConsumerLane(
        lane: number, pool: ledger.pool, log: ledger.log, consumer: ProjectionConsumer(ledger.log),
        logger: Logger(label: "test"), process: UUID(), feed: LaneFeed(number, of: ledger.log),
        last: LastCheckpoint(in: ledger.log))
      #expect(try await lane.advance() == .atEnd)
      let move = "update consumer_checkpoint set position = position"
      try await ledger.script("\(move) + 1000 where consumer = 'projections'")
      try await ledger.record(["2"], chain: "1000")
      lane.feed.signal()
      #expect(try await lane.advance() == .atEnd, "the event is passed over")
      try await ledger.script("\(move) - 1000 where consumer = 'projections'")
      #expect(try await lane.advance() == .moved(1))
      #expect(try await ledger.projected("1000") == ["1", "2"])
    }
  }

  @Test func `events are read from a day before a checkpoint last moved`() {
    let (now, earliest) = (Instant(day: "2026-06-30"), Instant(day: "2026-06-01"))
    let cases: [(String?, String)] = [
      ("2026-06-29", "2026-06-28"), ("2026-05-01", "2026-06-01"), (nil, "2026-06-01"),
      ("2027-01-01", "2026-06-01"),
    ]
    for (moved, read) in cases {
      let moment = CheckpointRewind.moment(
        movedAt: moved.map { Instant(day: $0) }, notBefore: earliest, at: now)
      #expect(moment == Instant(day: read))
    }
  }
}
