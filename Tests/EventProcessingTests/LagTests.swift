import EventProcessing
import EventStore
import Intake
import Ledger
import Projections
import TestSupport
import Testing

struct LagTests {
  @Test func `counts events and the age of the oldest, lane by lane`() async throws {
    try await TestLedger.with { ledger in
      let nothing = try await ledger.projector.lag()
      #expect(nothing.lanes.map(\.lane) == ledger.log.lanes)
      #expect((nothing.events, nothing.behind, nothing.deadLetters) == (0, .zero, 0))

      let (one, other) = ledger.chainsApart
      try await ledger.record(["1", "2"], chain: one)
      try await ledger.project()
      #expect(try await ledger.projector.lag() == nothing)

      try await ledger.record(["3", "4", "5"], chain: one)
      try await ledger.record(["6"], chain: other)
      try await ledger.script(
        """
        set session_replication_role = replica;
        update lane_batch set recorded_at = recorded_at - interval '1 hour' where first_position > 1;
        update lane_batch set recorded_at = recorded_at - interval '2 hours' where first_position = 1;
        reset session_replication_role
        """)
      let lag = try await ledger.projector.lag()
      #expect(lag.events == 4)
      let lane = try #require(lag.lanes.first { $0.lane == ledger.lane(of: one) })
      #expect(lane.events == 3)
      #expect(lane.behind >= .seconds(3_600) && lane.behind < .seconds(7_200))
      #expect(lag.behind >= .seconds(7_200))
    }
  }

  @Test func `the oldest unread event of lane 0 counts, and not the newest`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.project()
      for coins in [1, 2] {
        let gems = CatalogProduct(
          "gems", type: .consumable, grants: [ProductGrant("gem", Int64(coins))])
        _ = try await ledger.intake.catalogs.publish(
          Catalog([gems]), of: TestLedger.bundleID, validFrom: Instant(day: "2026-04-0\(coins)"))
      }
      try await ledger.script(
        """
        set session_replication_role = replica;
        update lane_batch set recorded_at = recorded_at - interval '2 hours'
        where lane = 0 and first_position < (select max(first_position) from lane_batch where lane = 0);
        reset session_replication_role
        """)
      let lag = try await ledger.projector.lag()
      #expect(lag.events == Int64(2 * ledger.log.lanes.count))
      #expect(lag.behind >= .seconds(7_200))
    }
  }

  @Test func `a checkpoint beyond its lane, or beyond lane 0, is told as ahead`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      try await ledger.project()
      #expect(try await ledger.projector.lag().ahead == 0)
      let own = ledger.lane(of: "1000")
      try await ledger.script(
        """
        update consumer_checkpoint
        set position = position + 7, shared_position = shared_position + 5
        where consumer = 'projections' and lane = \(own)
        """)
      let lag = try await ledger.projector.lag()
      #expect((lag.events, lag.ahead) == (0, 12))
      #expect(lag.lanes.filter { $0.ahead > 0 }.map(\.lane) == [own])
    }
  }
}
