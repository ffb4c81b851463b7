import EventStore
import Foundation
import Ledger
import Postgres

/// The checkpoint of the job producer in one lane, and the known chains of the lane.
struct JobProducerLane: Sendable {
  /// The time after the end of a period in which a report from Apple is awaited before Apple is
  /// asked.
  private static let reportPatience: Duration = .seconds(30)

  let lane: Int16

  /// Locks the lane until the transaction ends and returns its position. Returns nil if another
  /// process has locked the lane.
  func lock(on connection: isolated Connection) throws -> Int64? {
    try connection.post(.jobProducerCheckpointCreate, lane)
    return try connection.query(.jobProducerCheckpointLock, lane).decode(Int64.self).first
  }

  func move(to position: Int64, on connection: isolated Connection) throws {
    try connection.post(.jobProducerCheckpointMove, lane, position)
  }

  /// Records the chains of these facts, and the ends of their periods. Returns the chains that are
  /// new.
  func advanceCursors(
    _ facts: [TransactionFact], on connection: isolated Connection
  ) throws -> Set<ChainID> {
    let chains = Dictionary(grouping: facts, by: \.chain).sorted { $0.key < $1.key }
    guard !chains.isEmpty else { return [] }
    let streams = chains.map { StreamID.chain($0.key).key }
    let new = Set(
      try connection.query(
        .reconciliationCursorBegin, lane, streams,
        chains.map(\.key.environment.rawValue), chains.map { $0.value[0].bundleID.rawValue },
        chains.map(\.key.originalTransactionID.rawValue)
      ).decode(UUID.self))
    let ends = chains.compactMap { chain, facts in
      facts.compactMap(\.expiresDate.value).max().map {
        (StreamID.chain(chain).key, $0)
      }
    }
    if !ends.isEmpty {
      try connection.post(
        .reconciliationCursorExtend, lane, ends.map(\.0), ends.map(\.1),
        ends.map { $0.1 + Self.reportPatience })
    }
    return Set(zip(chains, streams).filter { new.contains($0.1) }.map(\.0.key))
  }
}
