package import EventProcessing
package import EventStore
import Foundation
package import Intake
package import Ledger
package import Postgres

/// The consumer that makes due grants and updates wallets.
///
/// Every decision has a key, so that a page which is handed over twice decides nothing twice. It holds
/// no lock while it waits for the log's writer. While the ledger is paused it is handed nothing.
package struct GrantingConsumer: AsynchronousConsumer {
  package static let name: ConsumerName = .init(rawValue: "granting")

  package let name: ConsumerName = GrantingConsumer.name
  package let readsShared = true
  /// The grants are events; a table of the chains that wait, which reading the log again restores.
  package static let tables = ["granting_wait"]
  package var tables: [String] { Self.tables }

  private let decisions: GrantDecisions
  private let pool: Pool
  private let sharedState: SharedStateCache

  package init(_ intake: Intake, pool: Pool) {
    decisions = GrantDecisions(intake)
    self.pool = pool
    sharedState = SharedStateCache(decisions.log)
  }

  /// Waits until no process grants, with the ledger paused before.
  package static func awaitEnd(in log: EventLog, _ pool: Pool) async throws {
    try await ConsumerPause.awaitEnd(of: name, lanes: log.lanes, in: pool)
  }

  package func handle(_ page: LanePage, in lane: ConsumerLane) async throws {
    let round = try await round(in: page.lane)
    try await round.decide(page.events.streams(concernedBy: round.shared))
    try await decideWaiting(under: page.events.decidedNames, by: round)
  }

  /// A catalog may end the wait of purchases, and one that is valid backwards makes the lane be read
  /// again, beside its new events.
  package func handle(
    shared event: RecordedEvent, upTo position: Int64, in lane: ConsumerLane
  ) async throws {
    let round = try await round(in: lane.lane)
    if event.event.grantsBackwards(by: round.shared) {
      try await GrantingBackfill(lane: lane.lane, pool: pool).begin(upTo: position)
    }
    try await decideWaiting(for: [.unpriced], by: round)
  }

  /// Decides on the chains of dead letters that can be read by now.
  package func retry(
    _ deadLetters: [DeadLetter], of name: ConsumerName, in lane: ConsumerLane
  ) async throws -> Int {
    guard try await !decisions.log.readInstallation().isPaused else { return 0 }
    let store = DeadLetterStore(lane: lane.lane)
    let positions = deadLetters.map(\.id.position)
    let found = try await pool.withConnection { connection in
      try await LenientReader(decisions.log).streams(of: positions, lane: lane.lane, on: connection)
    }
    var done: [Int64] = []
    let round = try await round(in: lane.lane)
    for (stream, letters) in Dictionary(grouping: positions, by: { found[$0] }) {
      guard let stream else { continue }
      if try await round.decide([stream]).isEmpty { done += letters }
    }
    try await pool.withTransaction { [done] connection in
      try store.remove(done, of: name, on: connection)
    }
    return done.count
  }

  /// Retries the chains of a lane with coins that a wallet could not hold.
  package func retryRejected(in lane: Int16) async throws {
    try await decideWaiting(for: [.rejected], by: try await round(in: lane))
  }

  /// Reads the next page of a lane that is read again. Returns false if none is.
  package func backfill(_ lane: Int16) async throws -> Bool {
    let backfill = GrantingBackfill(lane: lane, pool: pool)
    guard let place = try await backfill.place() else { return false }
    let page = try await LenientReader(decisions.log).page(
      lane: lane, after: place.position, limit: EventProcessor.pageMax)
    // An unreadable event was dead-lettered when the lane was first read.
    let events = page.compactMap { try? $0.get() }.prefix { $0.id.position <= place.end }
    let round = try await round(in: lane)
    try await round.decide(Array(events).streams(concernedBy: round.shared))
    let end = page.last?.id.position ?? place.end
    try await backfill.move(from: place, to: min(end, place.end))
    return true
  }

  private func round(in lane: Int16) async throws -> GrantingRound {
    GrantingRound(
      lane: lane, decisions: decisions, pool: pool, shared: try await sharedState.shared())
  }

  /// Decides on the chains, of any lane, that were claimed under names which were decided now.
  private func decideWaiting(
    under names: Set<AccountReference>, by round: GrantingRound
  ) async throws {
    let log = decisions.log
    let chains = try await decisions.accounts.claims(of: names.sorted()).map(StreamID.chain)
    for (lane, streams) in Dictionary(grouping: chains, by: log.lane(of:)) {
      try await round.inLane(lane).decide(streams.map(\.key))
    }
  }

  private func decideWaiting(
    for reasons: [GrantingWaits.Reason], by round: GrantingRound
  ) async throws {
    let waits = GrantingWaits(lane: round.lane, pool: pool)
    var last = StreamPosition.beginning.stream
    while true {
      let streams = try await waits.streams(for: reasons, after: last)
      guard let end = streams.last else { return }
      try await round.decide(streams)
      last = end
    }
  }
}
