import EventStore
import Foundation
import Ledger
import Postgres

/// How far the granter had come in a lane, and which of some chains waited.
struct GrantingReach: Sendable {
  private let position: Int64
  private let waiting: Set<UUID>

  /// - Parameter chains: of this lane.
  init(
    _ lane: Int16, among chains: [ChainID], on connection: isolated Connection
  ) throws {
    let lanes: [Int16] = [lane]
    let found = try connection.query(GrantingStatements.checkpointsRead, lanes).first
    position = try found?.get(1) ?? 0
    waiting = Set(
      try connection.query(
        GrantingStatements.waitsAmong, lane, chains.map { StreamID.chain($0).key }
      ).map { try $0.get(0, as: UUID.self) })
  }

  /// Whether the wallet of a grant's owner must have followed by then.
  func covers(_ standing: GrantStanding) -> Bool {
    standing.revision <= position
      && !waiting.contains(StreamID.chain(standing.grant.chain).key)
  }
}
