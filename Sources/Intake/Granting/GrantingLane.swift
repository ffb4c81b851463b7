import Foundation
import Ledger
import Postgres

/// How far one lane was read for grants, and which of its chains wait.
struct GrantingLane: Sendable {
  struct Standing: Hashable, Sendable {
    /// How far the lane was read.
    var position: Int64
    /// How far lane 0 was.
    var commons: Int64
  }

  /// Why a chain waits.
  enum Reason: String, Sendable {
    /// No catalogue names a consumable of it.
    case unpriced
    case unreadable
    /// A wallet could not hold the coins.
    case refused
  }

  private static let pageMax: Int64 = 500

  let lane: Int16

  /// Takes the lane until the transaction ends; nil where another process has it, and while the ledger is
  /// held.
  func lock(on connection: isolated Connection) throws -> Standing? {
    try connection.post(GrantingStatements.checkpointFound, lane)
    let rows = try connection.query(GrantingStatements.checkpointLock, lane)
    return try rows.first.map { Standing(position: try $0.get(0), commons: try $0.get(1)) }
  }

  func move(to standing: Standing, on connection: isolated Connection) throws {
    try connection.post(
      GrantingStatements.checkpointMove, lane, standing.position, standing.commons)
  }

  func waiting(
    for reasons: [Reason], after stream: UUID, on connection: isolated Connection
  ) throws -> [UUID] {
    try connection.query(
      GrantingStatements.waitsRead, lane, reasons.map(\.rawValue), stream, Self.pageMax
    ).map { try $0.get(0) }
  }

  /// Notes which of these chains wait; the others wait no more.
  func note(
    _ waits: [UUID: Reason], among streams: [UUID], on connection: isolated Connection
  ) throws {
    let done = streams.filter { waits[$0] == nil }
    if !done.isEmpty { try connection.post(GrantingStatements.waitsRemove, lane, done) }
    guard !waits.isEmpty else { return }
    try connection.query(
      GrantingStatements.waitsWrite, lane, Array(waits.keys), waits.values.map(\.rawValue))
  }

  /// Notes the chains of events that cannot be read.
  func note(unreadable positions: [Int64], on connection: isolated Connection) throws {
    guard !positions.isEmpty else { return }
    let streams = try connection.query(GrantingStatements.unreadable, lane, positions)
      .map { try $0.get(0, as: UUID.self) }
    try connection.query(
      GrantingStatements.waitsWrite, lane, streams,
      streams.map { _ in Reason.unreadable.rawValue })
  }
}
