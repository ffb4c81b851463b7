import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

@testable import EventProcessing

struct LaneFeedTests {
  /// Returns the work as the last position of a page, or as the position of an event of lane 0.
  private func next(
    _ feed: LaneFeed, _ position: Int64, _ shared: Int64, lane: Int16
  ) async throws -> String {
    let checkpoint = Checkpoint(lane: lane, position: position, shared: shared)
    switch try await feed.next(after: checkpoint, readingShared: true) {
    case .page(let page): return "page to \(page.end)"
    case .shared(let event): return "shared \(event.id.position)"
    case .records(let end): return "records to \(end)"
    case nil: return "nothing"
    }
  }

  @Test
  func `an event of lane 0 comes after all that was recorded before it, also after an empty read`()
    async throws
  {
    try await TestLedger.with { ledger in
      let lane = ledger.lane(of: "1000")
      let feed = LaneFeed(lane, of: ledger.log)
      #expect(try await next(feed, 0, 0, lane: lane) == "nothing")
      try await ledger.record(["1"], chain: "1000")
      _ = try await ledger.intake.catalogs.publish(
        try Catalog([CatalogProduct("com.example.gems", type: .consumable)]),
        of: TestLedger.bundleID, validFrom: TestLedger.now)
      try await ledger.record(["2"], chain: "1000")
      #expect(try await next(feed, 0, 0, lane: lane) == "nothing")  // nobody has signaled
      feed.signal()
      #expect(try await next(feed, 0, 0, lane: lane) == "page to 1")
      #expect(try await next(feed, 1, 0, lane: lane) == "shared 1")
      #expect(try await next(feed, 1, 1, lane: lane) == "page to 2")
      #expect(try await next(feed, 2, 1, lane: lane) == "nothing")
    }
  }

  @Test func `a consumer behind another, or behind an empty stretch, reads on from its own place`()
    async throws
  {
    try await TestLedger.with { ledger in
      let lane = ledger.lane(of: "1000")
      let feed = LaneFeed(lane, of: ledger.log)
      try await ledger.record(["1", "2", "3"], chain: "1000")
      #expect(try await next(feed, 3, 0, lane: lane) == "nothing")
      #expect(try await next(feed, 1, 0, lane: lane) == "page to 3")
      #expect(try await next(feed, 0, 0, lane: lane) == "page to 3")
    }
  }

  @Test func `no page passes an event of lane 0 that the first read did not reach`() async throws {
    try await TestLedger.with { ledger in
      let lane = ledger.lane(of: "1000")
      try await ledger.record(["1"], chain: "1000")
      let programs = (1...501).map { number in
        NewEvent(
          .shared(
            .programEntered(
              ProgramEntered(
                program: "number \(number)", from: TestLedger.now, enteredAt: TestLedger.now))))
      }
      _ = try await ledger.log.append(programs)
      try await ledger.record(["2"], chain: "1000")
      // The second feed keeps a stretch that begins behind the consumer, which reads for itself.
      let (feed, other) = (LaneFeed(lane, of: ledger.log), LaneFeed(lane, of: ledger.log))
      #expect(try await next(other, 2, 501, lane: lane) == "nothing")
      for feed in [feed, other] {
        #expect(try await next(feed, 1, 500, lane: lane) == "shared 501")
        #expect(try await next(feed, 1, 501, lane: lane) == "page to 2")
        #expect(try await next(feed, 0, 0, lane: lane) == "page to 1")
      }
    }
  }

  /// Two records, a program, two records.
  @Test
  func `records that no rule reads are passed together, up to what a rule reads`() async throws {
    try await TestLedger.with { ledger in
      let lane = ledger.lane(of: "1000")
      func record() -> NewEvent {
        NewEvent(
          .shared(
            .epochOpened(
              EpochOpened(epoch: UUID(), reason: "a drill", openedAt: TestLedger.now))))
      }
      let program = ProgramEntered(
        program: "small-business", from: TestLedger.now, enteredAt: TestLedger.now)
      try await ledger.record(["1"], chain: "1000")
      _ = try await ledger.log.append(
        [record(), record(), NewEvent(.shared(.programEntered(program))), record(), record()])
      try await ledger.record(["2"], chain: "1000")
      let feed = LaneFeed(lane, of: ledger.log)
      #expect(try await next(feed, 0, 0, lane: lane) == "records to 2")
      #expect(try await next(feed, 0, 2, lane: lane) == "page to 1")
      #expect(try await next(feed, 1, 2, lane: lane) == "shared 3")
      #expect(try await next(feed, 1, 3, lane: lane) == "records to 5")
      #expect(try await next(feed, 1, 5, lane: lane) == "page to 2")
      let limited = try await feed.next(
        after: Checkpoint(lane: lane, position: 1, shared: 3), readingShared: true, sharedMax: 3)
      guard case .page(let page) = limited else {
        Issue.record("a record beyond the limit is no work")
        return
      }
      #expect(page.end == 2)
    }
  }

  @Test func `what is kept has an end, and a consumer behind it reads for itself`() async throws {
    try await TestLedger.with { ledger in
      let lane = ledger.lane(of: "1000")
      let feed = LaneFeed(lane, of: ledger.log)
      let count = 4 * LaneFeed.pageMax + 1
      try await ledger.record((1...count).map { TransactionID("\($0)") }, chain: "1000")
      var position: Int64 = 0
      while case .page(let page) = try await feed.next(
        after: Checkpoint(lane: lane, position: position, shared: 0), readingShared: true)
      {
        #expect(page.events.map(\.id.position) == Array(position + 1...page.end))
        position = page.end
      }
      #expect(position == Int64(count))
      for (start, end) in [(0, LaneFeed.pageMax), (count - 1, count), (count, nil)] {
        let found = try await next(feed, Int64(start), 0, lane: lane)
        #expect(found == end.map { "page to \($0)" } ?? "nothing", "after \(start)")
      }
    }
  }
}
