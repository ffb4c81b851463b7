import EventStore
import Foundation
import Ledger
import Postgres

/// How far one lane was read for what is owed by its events, and the chains that were heard of in it.
struct ClerkLane: Sendable {
  let lane: Int16

  /// Takes the lane until the transaction ends; nil where another process has it.
  func lock(on connection: isolated Connection) throws -> Int64? {
    try connection.post(OutboxStatements.clerkCheckpointFound, lane)
    return try connection.query(OutboxStatements.clerkCheckpointLock, lane).first?.get(0)
  }

  func move(to position: Int64, on connection: isolated Connection) throws {
    try connection.post(OutboxStatements.clerkCheckpointMove, lane, position)
  }

  /// Notes the chains of these facts and until when they run; returns those that are new.
  func watch(
    _ facts: [TransactionFact], on connection: isolated Connection
  ) throws -> Set<ChainID> {
    let chains = Dictionary(grouping: facts, by: \.chain).sorted { $0.key < $1.key }
    guard !chains.isEmpty else { return [] }
    let streams = chains.map { StreamID.chain($0.key).key }
    let new = Set(
      try connection.query(
        OutboxStatements.chainWatchBegin, lane, streams,
        chains.map(\.key.environment.rawValue), chains.map { $0.value[0].bundleID.rawValue },
        chains.map(\.key.originalTransactionID.rawValue)
      ).map { try $0.get(0, as: UUID.self) })
    let ends = chains.compactMap { chain, facts in
      facts.compactMap(\.expiresDate.value).max().map { (StreamID.chain(chain).key, Timestamp($0)) }
    }
    if !ends.isEmpty {
      try connection.post(
        OutboxStatements.chainWatchExtend, lane, ends.map(\.0), ends.map(\.1))
    }
    return Set(zip(chains, streams).filter { new.contains($0.1) }.map(\.0.key))
  }
}
