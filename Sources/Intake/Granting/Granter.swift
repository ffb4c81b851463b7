import EventStore
import Foundation
package import Ledger
package import Logging
package import Postgres
import ServiceLifecycle

/// Makes the grants that are due and has wallets follow them: reads each lane on from its checkpoint.
///
/// Every decision has a key, so that reading a lane again, or twice at once, decides nothing twice. While
/// the ledger is held, nothing is decided and no lane is read on.
package struct Granter: Service {
  /// How many events a step reads at most.
  package static let batchMax = 500
  private static let retryInterval: Duration = .seconds(60)
  /// A checkpoint that a crash takes back lets the lane be read again; what was decided stays.
  private static let unhurried = TransactionOptions(synchronousCommitOff: true)

  private let pool: Pool
  private let log: EventLog
  private let intake: Intake
  private let logger: Logger
  private let listener: Listener?
  private let pollInterval: Duration
  private let standing: StandingCommons

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
    standing = StandingCommons(log)
  }

  /// Follows the log until it is cancelled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown { await follow() }
  }

  /// Does one bounded batch a lane; returns how many events it moved over.
  @discardableResult
  package func runOnce() async throws -> Int {
    var count = 0
    for (lane, events) in try await lags() where events > 0 {
      count += try await advance(GrantingLane(lane: lane))
    }
    return count
  }

  /// Tries again what waits for another reason than a catalogue.
  package func retryWaiting() async throws {
    for lane in log.lanes.map(GrantingLane.init) {
      try await pool.withTransaction(Self.unhurried) { connection in
        guard try lane.lock(on: connection) != nil else { return }
        let round = GrantingRound(
          lane: lane, intake: intake, commons: try await standing.commons())
        try await decideWaiting(for: [.unreadable, .refused], by: round, on: connection)
      }
    }
  }

  /// How far all lanes were read.
  package func reached() async throws -> Position {
    let rows = try await pool.withConnection { connection in
      try await connection.query(GrantingStatements.checkpointsRead, log.lanes)
    }
    return Position(
      Dictionary(
        try rows.map { (try $0.get(0, as: Int16.self), try $0.get(1, as: Int64.self)) },
        uniquingKeysWith: max))
  }

  /// How many events of all lanes are still to be read. At zero every grant is made that is due by what is
  /// recorded, and its wallet has followed, as far as neither waits.
  package func lag() async throws -> Int64 {
    try await lags().reduce(0) { $0 + $1.events }
  }

  private func lags() async throws -> [(lane: Int16, events: Int64)] {
    try await log.lookups.withConnection { connection in
      try await connection.query(GrantingStatements.lag, log.lanes)
    }.map { (try $0.get(0), try $0.get(1)) }
  }

  private func advance(_ lane: GrantingLane) async throws -> Int {
    try await pool.withTransaction(Self.unhurried) { connection in
      guard var standing = try lane.lock(on: connection) else { return 0 }
      let page = try await log.page(
        lane: lane.lane, after: standing.position, limit: Self.batchMax)
      // After the page, so that it knows all that was so then.
      let news = try await log.events(of: .commons, after: standing.commons)
      let round = GrantingRound(
        lane: lane, intake: intake, commons: try await self.standing.commons())
      if !news.isEmpty { try await decideWaiting(for: [.unpriced], by: round, on: connection) }
      try await round.decide(page.streams(concernedBy: round.commons), on: connection)
      try lane.note(unreadable: page.unreadable, on: connection)
      standing.position =
        news.contains { $0.event.grantsBackwards(by: round.commons) }
        ? 0 : page.last?.id.position ?? standing.position
      standing.commons = news.last?.id.position ?? standing.commons
      try lane.move(to: standing, on: connection)
      return page.count + news.count
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
    let follower = Follower(
      name: "granting", logger: logger, listener: listener, pollInterval: pollInterval)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await follower.follow { try await runOnce() > 0 } }
      group.addTask { await retryFromTimeToTime() }
    }
  }

  private func retryFromTimeToTime() async {
    let worker = Worker(name: "waiting grants", logger: logger)
    while !Task.isCancelled {
      await worker.work {
        try await retryWaiting()
        return false
      }
      try? await Task.sleep(for: Self.retryInterval)  // cancellation ends the rest, then the loop
    }
  }
}
