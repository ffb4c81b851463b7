package import Foundation
import Ledger
package import Postgres

/// The rewrapping of a log's data keys after the keyring got another first key.
package struct KeyRewrapping: Sendable {
  private static let rewrapMax: Int64 = 1_000

  private let pool: Pool
  private let keyring: Keyring
  private let lanes: [Int16]

  init(_ pool: Pool, keyring: Keyring, lanes: [Int16]) {
    self.pool = pool
    self.keyring = keyring
    self.lanes = lanes
  }

  /// The id of the master key that currently seals.
  package var sealingKeyID: String { keyring.ids[0] }

  /// Rewraps some data keys with the keyring's first key. Sealed data does not change. Keys that do not
  /// open stay as they are.
  ///
  /// - Parameter place: the place that the calls before have reached.
  package func rewrapSome(after place: RewrapPlace = .start) async throws -> RewrappedPage {
    try await pool.withTransaction { [keyring, lanes] connection in
      let rows = try connection.query(
        .dataKeysToRewrap, lanes, keyring.ids[0], place.lane, place.id, Self.rewrapMax)
      let page = try RewrappedPage(rows, by: keyring, limit: Self.rewrapMax)
      guard !page.rewrapped.isEmpty else { return page }
      _ = try connection.query(
        .dataKeysRewrap, page.rewrapped.map(\.place.lane), page.rewrapped.map(\.place.id),
        page.rewrapped.map(\.key.masterKeyID), page.rewrapped.map(\.key.bytes))
      return page
    }
  }
}

/// The place of a wrapped key: its lane, and the stream or the job that it belongs to.
package struct RewrapPlace: Sendable, Hashable {
  package let lane: Int16
  package let id: UUID

  /// The place before every key.
  package static let start = RewrapPlace(
    lane: -1, id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
}

/// Some keys that were wrapped with the keyring's first key, and those that did not open.
package struct RewrappedPage: Sendable {
  package let rewrapped: [(place: RewrapPlace, key: WrappedKey)]
  package let unopened: [UnopenedKey]
  /// The place to go on after; nil once there are no more keys.
  package let next: RewrapPlace?

  /// Rewraps the keys of rows of lane, id, master key and wrapped key.
  package init(_ rows: Rows, by keyring: Keyring, limit: Int64) throws {
    var rewrapped: [(RewrapPlace, WrappedKey)] = []
    var unopened: [UnopenedKey] = []
    var last: RewrapPlace?
    for row in rows {
      let (lane, id, masterKeyID, bytes) = try row.decode((Int16, UUID, String, [UInt8]).self)
      let place = RewrapPlace(lane: lane, id: id)
      last = place
      do throws(EvidenceError) {
        let key = try WrappedKey(masterKeyID: masterKeyID, bytes: bytes)
          .rewrapped(by: keyring, for: SealingContext(lane: lane, stream: id))
        rewrapped.append((place, key))
      } catch {
        unopened.append(UnopenedKey(place: place, masterKeyID: masterKeyID))
      }
    }
    self.rewrapped = rewrapped
    self.unopened = unopened
    next = rows.count < limit ? nil : last
  }
}

/// A wrapped key that the keyring does not open.
package struct UnopenedKey: Sendable, Hashable {
  package let place: RewrapPlace
  /// The id of the master key that it was wrapped with.
  package let masterKeyID: String
}
