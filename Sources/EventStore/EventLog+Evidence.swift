import Foundation
package import Ledger
import Postgres

/// The evidence of an event, as far as it can still be read.
package enum KeptEvidence: Sendable, Hashable {
  /// The bytes exactly as received.
  case received([UInt8])
  /// The key of the stream was destroyed, so the evidence is permanently unreadable.
  case erased
}

extension EventLog {
  /// Returns the evidence stored with an event; nil if the event brought none.
  package func evidence(of id: EventID) async throws -> KeptEvidence? {
    let rows = try await rows(.evidenceRead, [id.lane, id.position])
    guard let row = rows.first else { return nil }
    let (sealed, stream, masterKeyID, wrapped) = try row.decode(
      ([UInt8], UUID, String?, [UInt8]?).self)
    let place = StreamPlace(lane: id.lane, stream: stream)
    let key = try key(WrappedKey(masterKeyID: masterKeyID, stored: wrapped), of: place)
    return try await open(sealed, of: place, with: key)
  }

  /// Opens stored evidence and unpacks the bytes.
  func open(_ sealed: [UInt8], of place: StreamPlace, with key: DataKey?) async throws
    -> KeptEvidence
  {
    let body = try StreamSealing.open(sealed, as: .evidence, with: key, for: place.context)
    guard let body else { return .erased }
    return .received(try await unpack(body))
  }

  /// Returns the names of these accounts, without unknown and erased names.
  package func names(
    of references: [AccountReference]
  ) async throws -> [AccountReference: AccountID] {
    guard !references.isEmpty else { return [:] }
    let streams = references.map(StreamID.account)
    let rows = try await rows(.accountNamesRead, [streams.map(lane(of:)), streams.map(\.key)])
    var names: [AccountReference: AccountID] = [:]
    for row in rows {
      let (lane, stream, sealed, masterKeyID, wrapped) = try row.decode(
        (Int16, UUID, [UInt8], String?, [UInt8]?).self)
      let place = StreamPlace(lane: lane, stream: stream)
      let key = try key(WrappedKey(masterKeyID: masterKeyID, stored: wrapped), of: place)
      let name = try StreamSealing.open(sealed, as: .name, with: key, for: place.context)
      guard let name else { continue }
      names[AccountReference(key: place.stream)] = AccountID(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  /// Unwraps the key of a stream; nil if the stream has none.
  func key(_ wrapped: WrappedKey?, of place: StreamPlace) throws -> DataKey? {
    try wrapped.map { try DataKey(unwrapping: $0, by: keyring, for: place.context) }
  }

  func unpack(_ body: [UInt8]) async throws -> [UInt8] {
    do throws(EvidenceError) {
      return try packing.unpack(body, headers: headers.table)
    } catch .unknownHeader {
      return try packing.unpack(body, headers: try await headers.reloaded())
    }
  }
}

extension EvidencePacking {
  /// Packs with this program's dictionary and unpacks with all stored dictionaries. Stores this
  /// program's dictionary beside the evidence.
  convenience init(stored pool: Pool) async throws {
    let own = EvidenceDictionary.apple1
    var stored = try await Self.dictionaries(pool)
    if !stored.contains(own) {
      try await pool.withConnection { connection in
        _ = try await connection.query(.evidenceDictionaryAppend, Int16(own.number), own.bytes)
      }
      stored = try await Self.dictionaries(pool)
    }
    guard stored.contains(own) else { throw EventLogError.dictionaryDiffers }
    self.init(own, older: stored)
  }

  private static func dictionaries(_ pool: Pool) async throws -> [EvidenceDictionary] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.evidenceDictionariesRead)
    }
    return try rows.decode((Int16, [UInt8]).self).map { number, bytes in
      EvidenceDictionary(number: UInt8(truncatingIfNeeded: number), bytes: bytes)
    }
  }
}
