import Foundation
import Ledger
import Postgres

/// The evidence and the names of a log, sealed with the keys of their streams.
struct EvidenceStore: Sendable {
  private let source: QuerySource
  private let keyring: Keyring
  private let headers: HeaderStore
  private let packing: EvidencePacking
  private let laneCount: Int16

  /// Throws `EventLogError.dictionaryDiffers` if the evidence was packed by another dictionary.
  init(_ pool: Pool, keyring: Keyring, headers: HeaderStore, laneCount: Int16) async throws {
    source = .pool(pool)
    self.keyring = keyring
    self.headers = headers
    packing = try await EvidencePacking(stored: pool)
    self.laneCount = laneCount
  }

  /// Returns the evidence stored with an event; nil if the event brought none.
  func evidence(of id: EventID) async throws -> KeptEvidence? {
    let rows = try await source.query(.evidenceRead, [id.lane, id.position])
    guard let row = rows.first else { return nil }
    let (sealed, stream, masterKeyID, wrapped, isLost) = try row.decode(
      ([UInt8], UUID, String?, [UInt8]?, Bool).self)
    return try await open(
      sealed, of: StreamPlace(lane: id.lane, stream: stream),
      with: WrappedKey(masterKeyID: masterKeyID, stored: wrapped), isLost: isLost)
  }

  /// Returns the next evidence of a lane after a position and up to another, opened and unpacked.
  ///
  /// Evidence that does not open is returned as a failure in its place, and the rest follows.
  func evidence(
    lane: Int16, after position: Int64, upTo end: Int64, limit: Int
  ) async throws -> [CarriedEvidence] {
    let rows = try await source.query(.verifyEvidence, [lane, position, end, Int64(limit)])
    var page: [CarriedEvidence] = []
    for row in rows {
      let (position, type, sealed, stream, masterKeyID, wrapped, isLost, isDestroyed) =
        try row.decode(
          (Int64, Int16, [UInt8], UUID, String?, [UInt8]?, Bool, Bool).self)
      let place = StreamPlace(lane: lane, stream: stream)
      page.append(
        CarriedEvidence(
          id: EventID(lane: lane, position: position),
          carrier: CarriedEvidence.Carrier(EventType(rawValue: type)),
          evidence: try await openingResult(
            sealed, of: place, with: WrappedKey(masterKeyID: masterKeyID, stored: wrapped),
            isLost: isLost, isErased: isDestroyed)))
    }
    return page
  }

  /// Returns the names of these accounts, without unknown and erased names.
  func names(of references: [AccountReference]) async throws -> [AccountReference: AccountID] {
    guard !references.isEmpty else { return [:] }
    let places = references.map { StreamPlace(.account($0), among: laneCount) }
    let rows = try await source.query(
      .accountNamesRead, [places.map(\.lane), places.map(\.stream)])
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

  /// Returns received evidence in packed form, by the evidence as received.
  func pack(_ evidence: [Evidence]) async throws -> [ObjectIdentifier: [UInt8]] {
    var packed: [ObjectIdentifier: [UInt8]] = [:]
    for evidence in evidence where packed[ObjectIdentifier(evidence)] == nil {
      let splitter = EvidenceSplitter(evidence)
      let table = try await headers.table(for: splitter)
      packed[ObjectIdentifier(evidence)] = packing.pack(splitter, headers: table)
    }
    return packed
  }

  private func openingResult(
    _ sealed: [UInt8], of place: StreamPlace, with wrapped: WrappedKey?, isLost: Bool,
    isErased: Bool
  ) async throws -> Result<KeptEvidence, EvidenceError> {
    do {
      let evidence = try await open(sealed, of: place, with: wrapped, isLost: isLost)
      return evidence == .erased && !isErased ? .failure(.lostKey) : .success(evidence)
    } catch let error as EvidenceError {
      return .failure(error)
    }
  }

  private func open(
    _ sealed: [UInt8], of place: StreamPlace, with wrapped: WrappedKey?, isLost: Bool
  ) async throws -> KeptEvidence {
    let key = try key(wrapped, of: place)
    let body = try StreamSealing.open(sealed, as: .evidence, with: key, for: place.context)
    guard let body else { return isLost ? .lost : .erased }
    return .received(try await unpack(body))
  }

  /// Unwraps the key of a stream; nil if the stream has none.
  private func key(
    _ wrapped: WrappedKey?, of place: StreamPlace
  ) throws(EvidenceError) -> DataKey? {
    guard let wrapped else { return nil }
    do throws(EvidenceError) {
      return try DataKey(unwrapping: wrapped, by: keyring, for: place.context)
    } catch {
      if case .unknownMasterKey = error { throw error }
      throw .unopenedKey
    }
  }

  private func unpack(_ body: [UInt8]) async throws -> [UInt8] {
    do throws(EvidenceError) {
      return try packing.unpack(body, headers: headers.table)
    } catch .unknownHeader {
      return try packing.unpack(body, headers: try await headers.reloaded())
    }
  }
}
