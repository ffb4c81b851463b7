import Foundation
import Ledger
import Postgres

/// The granting state of one lane: its checkpoint and its waiting chains.
struct GrantingLane: Sendable {
  struct Checkpoint: Hashable, Sendable {
    /// The position up to which the lane was read.
    var position: Int64
    /// The position up to which lane 0, the shared lane, was read.
    var shared: Int64
  }

  /// A reason for a chain to wait.
  enum Reason: String, Sendable {
    /// No catalog lists one of the chain's consumables.
    case unpriced
    case unreadable
    /// A wallet could not hold the coins.
    case rejected = "refused"
  }

  private static let pageMax: Int64 = 500

  let lane: Int16

  /// Locks the lane until the transaction ends. Returns nil if another process has locked the lane
  /// or the ledger is paused.
  func lock(on connection: isolated Connection) throws -> Checkpoint? {
    try connection.post(.grantingCheckpointCreate, lane)
    let rows = try connection.query(.grantingCheckpointLock, lane)
    return try rows.decode((Int64, Int64).self).first.map { Checkpoint(position: $0, shared: $1) }
  }

  func move(to checkpoint: Checkpoint, on connection: isolated Connection) throws {
    try connection.post(.grantingCheckpointMove, lane, checkpoint.position, checkpoint.shared)
  }

  func waiting(
    for reasons: [Reason], after stream: UUID, on connection: isolated Connection
  ) throws -> [UUID] {
    try connection.query(
      .grantingWaitsRead, lane, reasons.map(\.rawValue), stream, Self.pageMax
    ).decode()
  }

  /// Records the waiting chains among these streams. Removes the waits of all others.
  func note(
    _ waits: [UUID: Reason], among streams: [UUID], on connection: isolated Connection
  ) throws {
    let done = streams.filter { waits[$0] == nil }
    if !done.isEmpty { try connection.post(.grantingWaitsRemove, lane, done) }
    guard !waits.isEmpty else { return }
    try connection.query(.grantingWaitsWrite, lane, Array(waits.keys), waits.values.map(\.rawValue))
  }

  /// Records the chains of unreadable events as waiting.
  func note(unreadable positions: [Int64], on connection: isolated Connection) throws {
    guard !positions.isEmpty else { return }
    let streams = try connection.query(.grantingUnreadable, lane, positions).decode(UUID.self)
    try connection.query(
      .grantingWaitsWrite, lane, streams,
      streams.map { _ in Reason.unreadable.rawValue })
  }
}
