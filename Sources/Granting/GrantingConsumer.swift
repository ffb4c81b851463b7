package import EventProcessing
import EventStore
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
  /// The grants are events; tables of the chains that wait and of refused grants, which reading the log
  /// again restores.
  package static let tables = ["granting_wait", "refused_grant"]
  package let progress: ConsumerProgress?

  private let decisions: GrantDecisions
  private let pool: Pool
  private let sharedState: SharedStateCache

  /// - Parameter progress: wakes those of this process who wait for grants.
  package init(
    _ intake: Intake, pool: Pool, progress: ConsumerProgress? = nil
  ) {
    decisions = GrantDecisions(intake)
    self.pool = pool
    self.progress = progress
    sharedState = SharedStateCache(decisions.log)
  }

  package func handle(_ page: LanePage, in lane: ConsumerLane) async throws -> [NewDeadLetter] {
    let round = try await round(in: page.lane)
    let streams = page.events.streams(concernedBy: round.shared, settled: decisions.settledChains)
    return try await round.decide(streams).failed
      + decideWaiting(under: page.events.decidedNames, by: round)
  }

  /// A catalog may end the wait of purchases, and one that is valid backwards makes the lane be read
  /// again, beside its new events.
  package func handle(
    shared event: RecordedEvent, upTo position: Int64, in lane: ConsumerLane
  ) async throws -> [NewDeadLetter] {
    let round = try await round(in: lane.lane)
    if event.event.grantsBackwards(by: round.shared) {
      try await GrantingBackfill(pool: pool).begin(lane.lane, upTo: position)
    }
    return try await decideWaiting(for: [.unpriced], by: round)
  }

  /// Decides again on the chains of dead letters, and on those that wait for the names which dead
  /// letters decide.
  package func retry(
    _ deadLetters: [DeadLetter], of name: ConsumerName, in lane: ConsumerLane
  ) async throws -> Int {
    let round = try await round(in: lane.lane)
    var (events, explained) = try await lane.read(deadLetters, of: name)
    var (new, done): ([NewDeadLetter], [Int64]) = ([], [])
    for (stream, events) in Dictionary(grouping: events, by: \.event.stream) {
      new += try await decideWaiting(under: events.decidedNames, by: round)
      guard case .chain = stream else {
        done += events.map(\.id.position)
        continue
      }
      let undecided = try await round.decide([stream.key])
      if undecided.isEmpty { done += events.map(\.id.position) }
      explained += undecided.failed.flatMap { failed in events.map { failed.at($0.id) } }
    }
    try await pool.withTransaction { [explained, new, done] connection in
      let store = DeadLetterStore(lane: lane.lane)
      try store.explain(explained, on: connection)
      try store.remove(done, of: name, on: connection)
      try DeadLetterStore.add(new, on: connection)
    }
    return done.count
  }

  /// Retries the chains of a lane with coins that a wallet could not hold.
  package func retryRejected(in lane: Int16) async throws {
    let new = try await decideWaiting(for: [.rejected], by: try await round(in: lane))
    guard !new.isEmpty else { return }
    try await pool.withTransaction { try DeadLetterStore.add(new, on: $0) }
  }

  /// Decides again on every chain that waits, whatever reason is stored for it, until the ledger is paused: a paused
  /// ledger grants no coins. Returns the number of chains that wait no longer, or for another reason.
  package func decideWaiting() async throws -> Int {
    var changed = 0
    do {
      for lane in decisions.log.lanes { try await decideWaiting(in: lane, counting: &changed) }
    } catch EventLogError.paused {}
    return changed
  }

  private func decideWaiting(in lane: Int16, counting changed: inout Int) async throws {
    let (round, waits) = (try await round(in: lane), GrantingWaits(lane: lane, pool: pool))
    var last: UUID? = StreamPosition.beginning.stream
    while let after = last {
      let streams = try await waits.streams(for: nil, after: after)
      let before = try await waits.reasons(among: streams)
      let failed = try await round.decide(streams).failed
      if !failed.isEmpty {
        try await pool.withTransaction { try DeadLetterStore.add(failed, on: $0) }
      }
      let now = try await waits.reasons(among: streams)
      changed += before.count { now[$0.key] != $0.value }
      last = streams.last
    }
  }

  /// Returns the places of the lanes that are read again.
  func backfills(_ lanes: [Int16]) async throws -> [GrantingBackfill.Place] {
    try await GrantingBackfill(pool: pool).places(lanes)
  }

  /// Begins the lanes again that have places beyond the end of the log. Returns their number.
  package func restartBackfills(on connection: isolated Connection) throws -> Int {
    try GrantingBackfill.restart(decisions.log.lanes, on: connection)
  }

  /// Reads the next page of a lane that is read again.
  func backfill(from place: GrantingBackfill.Place) async throws {
    let page = try await LenientReader(decisions.log).page(
      lane: place.lane, after: place.position, limit: EventProcessor.pageMax)
    // An unreadable event was dead-lettered when the lane was first read.
    let events = page.compactMap { try? $0.get() }.prefix { $0.id.position <= place.end }
    let round = try await round(in: place.lane)
    let undecided = try await round.decide(Array(events).streams(concernedBy: round.shared))
    let end = page.last?.id.position ?? place.end
    try await GrantingBackfill(pool: pool).move(
      from: place, to: min(end, place.end), adding: undecided.failed)
  }

  private func round(in lane: Int16) async throws -> GrantingRound {
    GrantingRound(
      lane: lane, decisions: decisions, pool: pool, shared: try await sharedState.shared())
  }

  /// Decides on the chains, of any lane, that were claimed under names which were decided now.
  private func decideWaiting(
    under names: Set<AccountReference>, by round: GrantingRound
  ) async throws -> [NewDeadLetter] {
    if names.isEmpty { return [] }
    let log = decisions.log
    let chains = try await decisions.accounts.claims(of: names.sorted()).map(StreamID.chain)
    var failed: [NewDeadLetter] = []
    for (lane, streams) in Dictionary(grouping: chains, by: log.lane(of:)) {
      failed += try await round.inLane(lane).decide(streams.map(\.key)).failed
    }
    return failed
  }

  private func decideWaiting(
    for reasons: [GrantingWaits.Reason], by round: GrantingRound
  ) async throws -> [NewDeadLetter] {
    let waits = GrantingWaits(lane: round.lane, pool: pool)
    var (failed, last): ([NewDeadLetter], UUID) = ([], StreamPosition.beginning.stream)
    while true {
      let streams = try await waits.streams(for: reasons, after: last)
      guard let end = streams.last else { return failed }
      failed += try await round.decide(streams).failed
      last = end
    }
  }
}
