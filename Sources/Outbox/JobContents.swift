package import EventStore
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

  /// Rewraps the keys of some contents with the keyring's first key. Keys that do not open stay as they
  /// are.
  ///
  /// - Parameter place: the place that the calls before have reached.
  package func rewrapSome(after place: RewrapPlace = .start) async throws -> RewrappedPage {
    try await pool.withTransaction { [lanes, keyring] connection in
      let rows = try connection.query(
        .jobsToRewrap, lanes.all, keyring.ids[0], place.lane, place.id, Self.rewrapMax)
      let page = try RewrappedPage(rows, by: keyring, limit: Self.rewrapMax)
      guard !page.rewrapped.isEmpty else { return page }
      try connection.query(
        .jobsRewrap, page.rewrapped.map(\.place.lane), page.rewrapped.map(\.place.id),
        page.rewrapped.map(\.key.masterKeyID), page.rewrapped.map(\.key.bytes))
      return page
    }
  }
}
