package import EventProcessing
import EventStore
import Foundation
package import Ledger
package import Outbox
package import Postgres

/// The consumer that knows each chain and the end of its period, and enqueues the reading of Apple's
/// history of a chain, and of its status where a renewal is not signed.
package struct ReconciliationConsumer: EventwiseConsumer {
  package static let name: ConsumerName = .init(rawValue: "reconciliation")
  package let name: ConsumerName = ReconciliationConsumer.name

  private let queue: JobQueue
  private let policy: JobPolicy
  private let now: @Sendable () -> Instant

  package init(
    queue: JobQueue, policy: JobPolicy, now: @escaping @Sendable () -> Instant
  ) {
    self.queue = queue
    self.policy = policy
    self.now = now
  }

  package func process(
    _ events: [RecordedEvent], in lane: Int16, on connection: isolated Connection
  ) throws {
    let moment = now()
    let new = try advanceCursors(events.compactMap(\.fact), in: lane, at: moment, on: connection)
    let readings = events.flatMap { event in
      let isFirst = event.event.ofChain?.chainOfFact.map(new.contains) ?? false
      return policy.readings(for: event, isFirst: isFirst, at: moment)
    }
    try queue.enqueue(readings, at: moment, on: connection)
  }

  /// Records the chains of these facts, and the ends of their periods, each of which is looked at soon and after
  /// its end. Returns the chains that are new.
  private func advanceCursors(
    _ facts: [TransactionFact], in lane: Int16, at moment: Instant,
    on connection: isolated Connection
  ) throws -> Set<ChainID> {
    let facts = Dictionary(grouping: facts, by: \.chain)
    let chains = ReconciliationCursors.inOrder(Set(facts.keys)).map(\.id)
    guard !chains.isEmpty else { return [] }
    let streams = chains.map { StreamID.chain($0).key }
    let new = Set(
      try connection.query(
        .reconciliationCursorBegin, lane, streams,
        chains.map(\.environment.rawValue), chains.map(\.bundleID.rawValue),
        chains.map(\.originalTransactionID.rawValue)
      ).decode(UUID.self))
    let ends = chains.compactMap { chain in
      facts[chain]?.compactMap(\.expiresDate.value).max().map { (StreamID.chain(chain).key, $0) }
    }
    if !ends.isEmpty {
      try connection.post(
        .reconciliationCursorExtend, lane, ends.map(\.0), ends.map(\.1),
        ends.map { min($0.1, moment) + SilentRenewals.reportPatience })
    }
    let stores = Set(chains.map { StoreEndpoint($0.bundleID, $0.environment) })
    try KnownStores.remember(stores, in: lane, on: connection)
    return Set(zip(chains, streams).filter { new.contains($0.1) }.map(\.0))
  }
}

extension RecordedEvent {
  fileprivate var fact: TransactionFact? {
    if case .chain(.transactionObserved(let fact)) = event { fact } else { nil }
  }
}
