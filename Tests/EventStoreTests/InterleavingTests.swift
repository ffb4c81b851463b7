import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import EventStore

struct InterleavingTests {
  private func fact(_ id: TransactionID) -> NewEvent {
    NewEvent(
      .chain(
        .transactionObserved(
          .subscription(id, from: TestLedger.now, to: TestLedger.now + .seconds(60)))))
  }

  /// Writes a batch on its own connection and commits it only once the barrier opens.
  private func write(
    _ event: NewEvent, to ledger: TestLedger, commitWhen barrier: Barrier
  ) async throws -> Task<Void, any Error> {
    let draft = try await ledger.log.preparation.draft(
      AppendRequest(events: [event]), since: 0)
    let batch = Batch(
      drafts: [draft], reader: ledger.log.reader, keyring: ledger.keyring,
      installation: ledger.log.installation, generation: 0)
    return Task {
      try await ledger.pool.withTransaction { connection in
        _ = try await batch.append(on: connection)
        await barrier.reach()
      }
    }
  }

  @Test func `no reader passes over a commit that comes late`() async throws {
    try await TestLedger.with { ledger in
      let barrier = Barrier()
      let lane = ledger.log.lane(of: fact("1").event.stream)
      let early = try await write(fact("1"), to: ledger, commitWhen: barrier)
      await barrier.waitUntilReached()
      let late = Task { try await ledger.log.append([fact("2")]) }
      try await ledger.waitUntilALaneIsAwaited()
      // The first has its position and is not committed. The second got none, so nothing is
      // skipped.
      #expect(try await ledger.log.reading.events(lane: lane, after: 0, limit: 10).isEmpty)
      await barrier.open()
      try await early.value
      let second = try await late.value.outcomes[0]
      #expect(second == .stored(EventID(lane: lane, position: 2)))
      let read = try await ledger.log.reading.events(lane: lane, after: 0, limit: 10)
      #expect(read.map(\.event) == [fact("1").event, fact("2").event])
    }
  }

  @Test func `a past is reported only when the commits under way are in it`() async throws {
    try await TestLedger.with { ledger in
      let barrier = Barrier()
      let early = try await write(fact("1"), to: ledger, commitWhen: barrier)
      await barrier.waitUntilReached()
      let moment = Instant(
        milliseconds: try await ledger.count(
          "select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint"))
      let past = Task { try await ledger.log.position(knownAt: moment) }
      try await ledger.waitUntilALaneIsAwaited()
      await barrier.open()
      try await early.value
      let position = try await past.value
      #expect(position.lanes == [ledger.log.lane(of: fact("1").event.stream): 1])
      _ = try await ledger.log.append([fact("2")])
      #expect(try await ledger.log.position(knownAt: moment) == position)
    }
  }

  @Test func `a writer that went on from an older head is fenced off`() async throws {
    try await TestLedger.with { ledger in
      let id = try await ledger.log.append([fact("1")]).outcomes[0].id
      let error = await #expect(throws: PostgresError.self) {
        try await ledger.owner.withConnection { connection in
          try await connection.query(
            Statement(
              unsafeSQL: """
                insert into lane_batch
                select lane, first_position, last_position + 1, root, chain, recorded_at
                from lane_batch where lane = $1
                """), id.lane)
        }
      }
      guard case .server(let rejection) = error else {
        return #expect(Bool(false), "\(error as Any)")
      }
      #expect(rejection.sqlState == .uniqueViolation)
    }
  }
}

/// A barrier that stops one task until another task opens it.
private actor Barrier {
  private var isReached = false
  private var isOpen = false
  private var watchers: [CheckedContinuation<Void, Never>] = []
  private var held: [CheckedContinuation<Void, Never>] = []

  func reach() async {
    isReached = true
    for watcher in watchers { watcher.resume() }
    watchers = []
    guard !isOpen else { return }
    await withCheckedContinuation { held.append($0) }
  }

  func waitUntilReached() async {
    guard !isReached else { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  func open() {
    isOpen = true
    for task in held { task.resume() }
    held = []
  }
}
