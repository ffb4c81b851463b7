import EventStore
import Foundation
package import Ledger
package import Logging
package import Postgres
import ServiceLifecycle

/// A service that makes due grants and updates wallets. The granter reads each lane from its
/// checkpoint.
///
/// Every decision has a key, so reading a lane again, or twice at once, decides nothing twice.
/// While the ledger is paused, the granter decides nothing and reads no lane.
package struct Granter: Service {
  /// The largest number of events that a step reads.
  package static let batchMax = 500
  private static let retryInterval: Duration = .seconds(60)
  /// Options without synchronous commit. A crash may lose a checkpoint and cause a second read of
  /// the lane, but recorded decisions remain.
  private static let unhurried = TransactionOptions(synchronousCommitOff: true)

  private let pool: Pool
  private let log: EventLog
  private let intake: Intake
  private let logger: Logger
  private let listener: Listener?
  private let pollInterval: Duration
  private let checkpoint: SharedStateCache

  package init(
    pool: Pool, intake: Intake, logger: Logger, listener: Listener? = nil,
    pollInterval: Duration = .milliseconds(250)
  ) {
    self.pool = pool
    self.intake = intake
    self.logger = logger
    self.listener = listener
    self.pollInterval = pollInterval
    log = intake.log
    checkpoint = SharedStateCache(log)
  }

  /// Follows the log until it is canceled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown { await follow() }
  }

  /// Processes one bounded batch per lane. Returns the number of events passed.
  @discardableResult
  package func runOnce() async throws -> Int {
    var count = 0
    for (lane, events) in try await lags() where events > 0 {
      count += try await advance(GrantingLane(lane: lane))
    }
    return count
  }

  /// Retries the chains that wait for a reason other than a missing catalog.
  package func retryWaiting() async throws {
    for lane in log.lanes.map(GrantingLane.init) {
      try await pool.withTransaction(Self.unhurried) { connection in
        guard try lane.lock(on: connection) != nil else { return }
        let round = GrantingRound(
          lane: lane, intake: intake, shared: try await checkpoint.shared())
        try await decideWaiting(for: [.unreadable, .rejected], by: round, on: connection)
      }
    }
  }

  /// Returns the position up to which all lanes were read.
  package func reached() async throws -> Position {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.grantingCheckpointsRead, log.lanes)
    }
    return Position(
      Dictionary(try rows.decode((Int16, Int64).self), uniquingKeysWith: max))
  }

  /// Returns the number of unread events in all lanes. At zero every grant due by the recorded
  /// events is made and its wallet has followed, unless the chain waits.
  package func lag() async throws -> Int64 {
    try await lags().reduce(0) { $0 + $1.events }
  }

  private func lags() async throws -> [(lane: Int16, events: Int64)] {
    try await log.lookups.withConnection { connection in
      try await connection.query(.grantingLag, log.lanes)
    }.decode((Int16, Int64).self)
  }

  private func advance(_ lane: GrantingLane) async throws -> Int {
    try await pool.withTransaction(Self.unhurried) { connection in
      guard var checkpoint = try lane.lock(on: connection) else { return 0 }
      let page = try await log.page(
        lane: lane.lane, after: checkpoint.position, limit: Self.batchMax)
      // Read after the page, so the shared lane is at least as recent as the page.
      let news = try await log.events(of: .shared, after: checkpoint.shared)
      let round = GrantingRound(
        lane: lane, intake: intake, shared: try await self.checkpoint.shared())
      if !news.isEmpty { try await decideWaiting(for: [.unpriced], by: round, on: connection) }
      try await round.decide(page.streams(concernedBy: round.shared), on: connection)
      try await decideWaiting(under: page.decidedNames, by: round, on: connection)
      try lane.note(unreadable: page.unreadable, on: connection)
      checkpoint.position =
        news.contains { $0.event.grantsBackwards(by: round.shared) }
        ? 0 : page.last?.id.position ?? checkpoint.position
      checkpoint.shared = news.last?.id.position ?? checkpoint.shared
      try lane.move(to: checkpoint, on: connection)
      return page.count + news.count
    }
  }

  /// Decides on the chains, of any lane, that were claimed under names which were decided now.
  private func decideWaiting(
    under names: Set<AccountReference>, by round: GrantingRound, on connection: isolated Connection
  ) async throws {
    let chains = try await log.claims(of: names.sorted()).map(StreamID.chain)
    for (lane, streams) in Dictionary(grouping: chains, by: log.lane(of:)) {
      let round = GrantingRound(
        lane: GrantingLane(lane: lane), intake: intake, shared: round.shared, notesWaits: false)
      try await round.decide(streams.map(\.key), on: connection)
    }
  }

  private func decideWaiting(
    for reasons: [GrantingLane.Reason], by round: GrantingRound,
    on connection: isolated Connection
  ) async throws {
    var last = StreamPosition.beginning.stream
    while true {
      let streams = try round.lane.waiting(for: reasons, after: last, on: connection)
      guard let end = streams.last else { return }
      try await round.decide(streams, on: connection)
      last = end
    }
  }
}

extension Granter {
  private func follow() async {
    let follower = PollLoop(
      name: "granting", logger: logger, listener: listener, pollInterval: pollInterval)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await follower.follow { try await runOnce() > 0 } }
      group.addTask { await retryFromTimeToTime() }
    }
  }

  private func retryFromTimeToTime() async {
    let worker = RetryLoop(name: "waiting grants", logger: logger)
    while !Task.isCancelled {
      await worker.work {
        try await retryWaiting()
        return false
      }
      try? await Task.sleep(for: Self.retryInterval)  // cancellation ends the sleep, then the loop
    }
  }
}
