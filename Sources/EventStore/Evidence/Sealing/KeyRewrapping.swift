import Foundation
import Ledger
import Postgres

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

  /// Rewraps some data keys with the keyring's first key. Returns the number of rewrapped keys;
  /// zero means that the first key wraps every data key. Sealed data does not change.
  package func rewrapSome() async throws -> Int {
    try await pool.withTransaction { [keyring, lanes] connection in
      let rows = try connection.query(
        .dataKeysToRewrap, lanes, keyring.ids[0], Self.rewrapMax)
      let rewrapped = try rows.map { row in
        let (lane, stream, masterKeyID, bytes) = try row.decode(
          (Int16, UUID, String, [UInt8]).self)
        let place = StreamPlace(lane: lane, stream: stream)
        let wrapped = WrappedKey(masterKeyID: masterKeyID, bytes: bytes)
        return (place, try wrapped.rewrapped(by: keyring, for: place.context))
      }
      guard !rewrapped.isEmpty else { return 0 }
      _ = try connection.query(
        .dataKeysRewrap, rewrapped.map(\.0.lane), rewrapped.map(\.0.stream),
        rewrapped.map(\.1.masterKeyID), rewrapped.map(\.1.bytes))
      return rewrapped.count
    }
  }
}
