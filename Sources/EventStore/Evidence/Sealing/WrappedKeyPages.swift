import Foundation
import Ledger
import Postgres

/// A data key of a stream as stored.
struct WrappedStreamKey: Sendable {
  let place: StreamPlace
  let key: WrappedKey

  init(_ place: StreamPlace, _ key: WrappedKey) {
    self.place = place
    self.key = key
  }

  /// Takes a row of lane, stream, master key and wrapped key.
  init(_ row: Row) throws {
    let (lane, stream, masterKeyID, bytes) = try row.decode((Int16, UUID, String, [UInt8]).self)
    place = StreamPlace(lane: lane, stream: stream)
    key = WrappedKey(masterKeyID: masterKeyID, bytes: bytes)
  }

  func opens(by keyring: Keyring) -> Bool { opens(by: keyring, as: key.masterKeyID) }

  /// Returns the name of the master key that opens the key, whatever name is stored with it; nil if the keyring has
  /// none that does.
  func opener(in keyring: Keyring) -> String? {
    keyring.ids.first { opens(by: keyring, as: $0) }
  }

  private func opens(by keyring: Keyring, as masterKeyID: String) -> Bool {
    let key = WrappedKey(masterKeyID: masterKeyID, bytes: key.bytes)
    do {
      _ = try DataKey(unwrapping: key, by: keyring, for: place.context)
      return true
    } catch {
      return false
    }
  }
}

/// A reading of all data keys under one master key, page by page.
struct WrappedKeyPages {
  private static let pageMax: Int64 = 1_000

  private let pool: Pool
  private let id: String
  private var last: RewrapPlace? = .start

  init(_ pool: Pool, under id: String) {
    self.pool = pool
    self.id = id
  }

  /// Returns the next keys; nil after the last ones.
  mutating func next() async throws -> [WrappedStreamKey]? {
    guard let after = last else { return nil }
    let lanes = Array(0...(try await Installation.read(pool).laneCount))
    let rows = try await pool.withConnection { [id] connection in
      try await connection.query(
        .dataKeysUnder, lanes, id, after.lane, after.id, Self.pageMax)
    }
    let page = try rows.map(WrappedStreamKey.init)
    last =
      page.count < Int(Self.pageMax)
      ? nil : page.last.map { RewrapPlace(lane: $0.place.lane, id: $0.place.stream) }
    return page.isEmpty ? nil : page
  }
}
