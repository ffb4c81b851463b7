import Foundation
import Postgres

/// The chains of one lane that wait.
struct GrantingWaits: Sendable {
  /// A reason for a chain to wait.
  enum Reason: String, Sendable {
    /// No catalog lists one of the chain's consumables.
    case unpriced
    /// A wallet could not hold the coins.
    case rejected = "refused"
  }

  private static let pageMax: Int64 = 500

  let lane: Int16
  let pool: Pool

  /// Returns the next streams that wait for one of these reasons, in the order of their keys.
  ///
  /// - Parameter reasons: nil for every stream, also one with a reason that there is not.
  func streams(for reasons: [Reason]?, after stream: UUID) async throws -> [UUID] {
    try await pool.withConnection { connection in
      try await connection.query(
        .grantingWaitsRead, lane, reasons?.map(\.rawValue), stream, Self.pageMax
      ).decode()
    }
  }

  /// Returns the reasons of those of these streams that wait, as they are stored.
  func reasons(among streams: [UUID]) async throws -> [UUID: String] {
    try await pool.withConnection { connection in
      try await connection.query(.grantingWaitsAmong, lane, streams).decode((UUID, String).self)
    }.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// Records the waiting chains among these streams. Removes the waits of all others.
  func note(
    _ waits: [UUID: Reason], among streams: [UUID], on connection: isolated Connection
  ) throws {
    let done = streams.filter { waits[$0] == nil }
    if !done.isEmpty { try connection.post(.grantingWaitsRemove, lane, done) }
    guard !waits.isEmpty else { return }
    try connection.post(
      .grantingWaitsWrite, lane, Array(waits.keys), waits.values.map(\.rawValue))
  }
}
