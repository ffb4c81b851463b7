import EventStore
import Foundation
import HTTP
import Ledger
import Synchronization
import TestSupport
import Testing

@testable import Server

/// `daicho events export` and `tail`, over a log of five lanes.
struct EventListingTests {
  private static let gems = (1...6).map { GemPurchase(TransactionID("\($0)")) }

  /// Lends a ledger with six purchases, recorded one after another, and the grants of the first two.
  private func withGems(_ body: @escaping @Sendable (TestLedger) async throws -> Void) async throws
  {
    try await TestLedger.with { ledger in
      for gem in Self.gems { try await ledger.record([gem.bought()]) }
      try await ledger.record(Self.gems.prefix(2).map { $0.granted(100) })
      try await body(ledger)
    }
  }

  private final class Shown: Sendable {
    private let shown = Mutex<[ListedEvent]>([])

    func show(_ event: ListedEvent) { shown.withLock { $0.append(event) } }

    var events: [ListedEvent] { shown.withLock { $0 } }
    var ids: [String] { events.map(\.id) }
  }

  private func export(
    _ ledger: TestLedger, after token: PositionToken? = nil, limit: Int? = nil,
    _ filter: EventFilter = EventFilter()
  ) async throws -> (ids: [String], next: PositionToken) {
    let shown = Shown()
    let next = try await EventListing(ledger.log, filter).export(
      after: token, limit: limit, shown.show)
    return (shown.ids, next)
  }

  private func tail(
    _ count: Int, _ ledger: TestLedger, _ filter: EventFilter = EventFilter()
  ) async throws -> [String] {
    let shown = Shown()
    _ = try await EventListing(ledger.log, filter).tail(count, shown.show)
    return shown.ids
  }

  private func recorded(_ ledger: TestLedger) async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    for lane in [0] + ledger.log.lanes {
      events += try await ledger.log.reading.events(lane: lane, after: 0, limit: 100)
    }
    return events.sorted { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }
  }

  @Test func `an export has every event once, in the order of recording`() async throws {
    try await withGems { ledger in
      let recorded = try await recorded(ledger)
      #expect(recorded.count == 8)
      let whole = try await export(ledger)
      #expect(whole.ids == recorded.map(\.id.description))
      let none = try await export(ledger, after: whole.next)
      #expect(none.ids.isEmpty)

      try await ledger.record([GemPurchase("7").bought()])
      let rest = try await export(ledger, after: whole.next)
      let newest = try #require(try await self.recorded(ledger).last)
      #expect(rest.ids == [newest.id.description])
    }
  }

  @Test(arguments: [1, 3, 8])
  func `pages of an export are together the whole`(limit: Int) async throws {
    try await withGems { ledger in
      let whole = try await export(ledger).ids
      var (pages, token) = ([String](), PositionToken?.none)
      while true {
        let page = try await export(ledger, after: token, limit: limit)
        #expect(page.ids.count <= limit)
        if page.ids.isEmpty { break }
        pages += page.ids
        token = page.next
      }
      #expect(pages == whole)
    }
  }

  @Test func `the words are those of one event that is shown`() async throws {
    try await withGems { ledger in
      let shown = Shown()
      _ = try await EventListing(ledger.log).export(after: nil, shown.show)
      for event in shown.events {
        let id = try #require(EventID(event.id))
        let explained = try await EventExplanation(id, in: ledger.log)
        #expect(event.lines == explained.lines)
      }
    }
  }

  @Test func `a filter leaves out other apps, environments and types`() async throws {
    try await withGems { ledger in
      var sandbox = GemPurchase("8")
      sandbox.environment = .sandbox
      var other = GemPurchase("9")
      other.bundleID = "com.example.other"
      try await ledger.record([sandbox.bought(), other.bought()])
      func count(_ change: (inout EventFilter) -> Void) async throws -> Int {
        var filter = EventFilter()
        change(&filter)
        return try await export(ledger, filter).ids.count
      }
      #expect(try await count { _ in } == 10)
      #expect(try await count { $0.types = [.grantMade] } == 2)
      #expect(try await count { $0.environment = .sandbox } == 1)
      #expect(try await count { $0.app = "com.example.other" } == 1)
      #expect(try await count { $0.app = TestLedger.bundleID } == 9)
      #expect(
        try await count {
          $0.app = TestLedger.bundleID
          $0.environment = .production
          $0.types = [.transactionObserved]
        } == 6)
    }
  }

  @Test func `an event that cannot be read is shown with the reason, whatever is asked for`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      let poison = try await ledger.store(after: "1000", changing: "schema_version = 99")
      var grants = EventFilter()
      grants.types = [.grantMade]
      let shown = Shown()
      _ = try await EventListing(ledger.log, grants).export(after: nil, shown.show)
      #expect(shown.ids == [poison.description])
      #expect(
        shown.events.first?.lines.first
          == "\(poison) cannot be read: unknown schema version 99")
    }
  }

  @Test func `a position of before a restore is refused with the one that is still true`()
    async throws
  {
    try await withGems { ledger in
      let foreign = PositionToken(Position(), in: UUID())
      let failure = await #expect(throws: Failure.self) { try await export(ledger, after: foreign) }
      let origin = ledger.log.token(Position()).description
      #expect(failure?.description.hasSuffix("histories share, \(origin)") == true)
    }
  }

  @Test func `the tail has the last events of all lanes, also of a rare type`() async throws {
    try await withGems { ledger in
      let whole = try await export(ledger).ids
      for count in [0, 1, 3, 8, 100] {
        #expect(try await tail(count, ledger) == Array(whole.suffix(count)))
      }
      for gem in 10..<40 {
        try await ledger.record([GemPurchase(TransactionID("\(gem)")).bought()])
      }
      var grants = EventFilter()
      grants.types = [.grantMade]
      #expect(try await tail(1, ledger, grants) == [whole[7]])
      #expect(try await tail(5, ledger, grants) == Array(whole.suffix(2)))
    }
  }

  @Test func `following shows what is recorded after the tail`() async throws {
    try await withGems { ledger in
      let shown = Shown()
      let listing = EventListing(ledger.log)
      let end = try await listing.tail(0, shown.show)
      let following = Task { try await listing.follow(after: end, shown.show) }
      try await ledger.record([GemPurchase("7").bought()])
      while shown.ids.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
      following.cancel()
      await #expect(throws: CancellationError.self) { try await following.value }
      let newest = try #require(try await recorded(ledger).last)
      #expect(shown.ids == [newest.id.description])
    }
  }
}

extension ListedEvent {
  fileprivate var id: String {
    switch self {
    case .read(let item): item.id
    case .unreadable(let event): event.event
    }
  }
}
