import Foundation
import Ledger
import Postgres

/// Sealed evidence as stored, with its place.
struct SealedEvidence: Sendable {
  let id: EventID
  let bytes: [UInt8]
  let digest: Digest
}

/// The unwrapped keys of some streams, under the locks of their lanes.
struct StreamKeys {
  private let keys: [StreamPlace: DataKey]

  /// Returns the query for the keys of these streams, which can be sent together with other
  /// queries.
  static func query(for places: [StreamPlace]) -> Call {
    Call(.dataKeysFind, places.map(\.lane), places.map(\.stream))
  }

  /// Unwraps the keys of these streams among the rows of `query`. Creates the missing keys.
  ///
  /// - Parameter rows: nil if there was nothing to ask for.
  init(
    _ keyring: Keyring, for places: Set<StreamPlace>, from rows: Rows?,
    on connection: isolated Connection
  ) throws {
    guard !places.isEmpty else {
      keys = [:]
      return
    }
    guard let rows else {
      throw BrokenPromise(
        .lane(places.first?.lane ?? 0), "no key was looked up for streams to be sealed")
    }
    var keys = try Self.open(places, from: rows, keyring)
    let missing = places.filter { keys[$0] == nil }
    let made = missing.map { ($0, DataKey()) }
    try Self.keep(made, keyring, on: connection)
    keys.merge(made) { first, _ in first }
    self.keys = keys
  }

  /// Returns the evidence of a placement, sealed.
  func seal(_ placement: Placement) throws -> [SealedEvidence] {
    try placement.placed.compactMap { row in
      guard let evidence = placement.evidence[row.id] else { return nil }
      let sealed = try StreamSealing.seal(
        evidence, as: .evidence, with: try key(row.place), for: row.place.context)
      return SealedEvidence(id: row.id, bytes: sealed, digest: Digest(of: sealed))
    }
  }

  func seal(_ name: AccountID, of place: StreamPlace) throws -> [UInt8] {
    try StreamSealing.seal(
      Array(name.rawValue.utf8), as: .name, with: try key(place), for: place.context)
  }

  private func key(_ place: StreamPlace) throws(BrokenPromise) -> DataKey {
    guard let key = keys[place] else {
      throw BrokenPromise(.lane(place.lane), "no key was requested for a stream to be sealed")
    }
    return key
  }

  private static func open(
    _ places: Set<StreamPlace>, from rows: Rows, _ keyring: Keyring
  ) throws -> [StreamPlace: DataKey] {
    var keys: [StreamPlace: DataKey] = [:]
    for row in rows {
      let (lane, stream, masterKeyID, bytes) = try row.decode(
        (Int16, UUID, String, [UInt8]).self)
      let place = StreamPlace(lane: lane, stream: stream)
      guard places.contains(place) else { continue }
      let wrapped = WrappedKey(masterKeyID: masterKeyID, bytes: bytes)
      keys[place] = try DataKey(unwrapping: wrapped, by: keyring, for: place.context)
    }
    return keys
  }

  private static func keep(
    _ made: [(place: StreamPlace, key: DataKey)], _ keyring: Keyring,
    on connection: isolated Connection
  ) throws {
    guard !made.isEmpty else { return }
    let wrapped = try made.map { try $0.key.wrapped(by: keyring, for: $0.place.context) }
    try connection.post(
      .dataKeysAppend, made.map(\.place.lane), made.map(\.place.stream),
      wrapped.map(\.masterKeyID), wrapped.map(\.bytes))
  }
}

extension StreamPlace {
  var context: SealingContext { SealingContext(lane: lane, stream: stream) }
}
