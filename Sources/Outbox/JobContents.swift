import EventStore
import Foundation
import Postgres

/// The sealed contents of the jobs in the database.
package struct JobContents: Sendable {
  private static let rewrapMax: Int64 = 1_000

  private let pool: Pool
  private let lanes: JobLanes
  private let keyring: Keyring

  init(pool: Pool, lanes: JobLanes, keyring: Keyring) {
    self.pool = pool
    self.lanes = lanes
    self.keyring = keyring
  }

  func seal(_ content: [UInt8], of id: JobID) throws -> SealedContent {
    try SealedContent(sealing: content, of: id, in: lanes.lane(of: id), by: keyring)
  }

  /// Rewraps the keys of some contents with the keyring's first key. Returns their number, 0 once
  /// all are rewrapped.
  package func rewrapSome() async throws -> Int {
    try await pool.withTransaction { [lanes, keyring] connection in
      let rewrapped = try connection.query(
        .jobsToRewrap, lanes.all, keyring.ids[0], Self.rewrapMax
      ).map { row in
        let (lane, job, masterKeyID, bytes) = try row.decode((Int16, UUID, String, [UInt8]).self)
        let context = SealingContext(lane: lane, stream: job)
        let wrapped = WrappedKey(masterKeyID: masterKeyID, bytes: bytes)
        return (context, try wrapped.rewrapped(by: keyring, for: context))
      }
      guard !rewrapped.isEmpty else { return 0 }
      try connection.query(
        .jobsRewrap, rewrapped.map(\.0.lane), rewrapped.map(\.0.stream),
        rewrapped.map(\.1.masterKeyID), rewrapped.map(\.1.bytes))
      return rewrapped.count
    }
  }
}
