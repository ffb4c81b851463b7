package import Foundation
package import Ledger
import Postgres

/// An audit of the keys and names of a lane. No event holds them, but the log tells which there must be: a stream
/// with evidence or a name has a key unless an erasure destroyed it, and a destroyed key has its erasure.
package struct KeyAudit: Sendable {
  private static let pageMax: Int64 = 1_000

  private let source: QuerySource
  private let keyring: Keyring
  private let laneCount: Int16

  package init(_ log: EventLog) {
    source = .pool(log.pool)
    keyring = log.keyring
    laneCount = log.installation.laneCount
  }

  /// Returns the findings of a lane.
  ///
  /// - Parameter forgotten: the streams that lose their keys by events of the ledger, with the moment of the last one;
  ///   nil if they are not known.
  package func findings(
    lane: Int16, explainedBy forgotten: [UUID: Instant]?
  ) async throws -> [BrokenPromise] {
    let max = LogVerifier.findingsMax
    var findings = try await source.query(.verifyLostKeys, [lane, Int64(max)])
      .decode((String, UUID, String, String).self).map { table, stream, column, finding in
        Self.broken(table, lane, stream, "column \(column): \(finding)")
      }
    findings += try await misnamedKeys(of: lane)
    findings += try await unopenedNames(of: lane)
    let destroyed = try await source.query(.verifyDestroyedKeys, [lane]).decode(UUID.self)
    findings += destroyed.filter { StreamID.lane(of: $0, among: laneCount) != lane }.map {
      Self.broken("destroyed_data_key", lane, $0, "column lane: it is not that of the stream")
    }
    if let forgotten {
      findings += destroyed.filter { forgotten[$0] == nil }.map {
        Self.broken(
          "destroyed_data_key", lane, $0,
          "column stream: no event account.erased tells why its key was destroyed")
      }
      let own = forgotten.filter { StreamID.lane(of: $0.key, among: laneCount) == lane }
      findings += try await source.query(
        .verifyUndestroyedKeys, [lane, Array(own.keys), Array(own.values)]
      ).decode(UUID.self).map {
        Self.broken(
          "destroyed_data_key", lane, $0,
          "it is missing: event account.erased destroyed the key of evidence that is kept")
      }
    }
    return Array(findings.prefix(max))
  }

  /// Returns the keys that do not open with the master key that they name, though another one of the keyring opens
  /// them.
  private func misnamedKeys(of lane: Int16) async throws -> [BrokenPromise] {
    var findings: [BrokenPromise] = []
    let lanes = [lane]
    let names = try await source.query(.verifyMasterKeys, [lanes]).decode(String.self)
    for name in names {
      var last = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      while findings.count < LogVerifier.findingsMax {
        let page = try await source.query(
          .dataKeysUnder, [lanes, name, lane, last, Self.pageMax]
        ).map(WrappedStreamKey.init)
        findings += page.filter { !$0.opens(by: keyring) }.compactMap { key in
          key.opener(in: keyring).map { Self.misnamed(key, $0) }
        }
        guard page.count == Self.pageMax, let end = page.last?.place.stream else { break }
        last = end
      }
    }
    return findings
  }

  private static func misnamed(_ key: WrappedStreamKey, _ opener: String) -> BrokenPromise {
    let (lane, stream) = (key.place.lane, key.place.stream.uuidString.lowercased())
    return broken(
      "data_key", lane, key.place.stream,
      "column master_key is \(key.key.masterKeyID), and the master key \(opener) opens it: run `update data_key set "
        + "master_key = '\(opener)' where lane = \(lane) and stream = '\(stream)'`")
  }

  /// Returns a finding for each master key of lost data keys of which the log does not tell the loss. By such a row
  /// evidence with a deleted key looks lost.
  ///
  /// - Parameter told: returns the master keys that the log tells to be lost. It is read after the rows, which an event
  ///   precedes.
  package func untoldLosses(_ told: () async throws -> Set<String>) async throws -> [BrokenPromise]
  {
    let found = try await source.query(.verifyLostMasters, [Array(0...laneCount)])
      .decode((String, Int16, String).self)
    guard !found.isEmpty else { return [] }
    let known = try await told()
    return found.filter { !known.contains($0.0) }.map { masterKey, lane, stream in
      BrokenPromise(
        .record(table: "lost_data_key", key: "\(lane), \(stream)"),
        Self.untold(masterKey, told: known.sorted()))
    }
  }

  /// Returns the finding of lost keys under a name that no event tells. Honest rows under a changed name are the only
  /// copy of keys that a person who finds the master key can still read: only forged ones may be deleted.
  private static func untold(_ masterKey: String, told: [String]) -> String {
    let name = "'\(masterKey.replacing("'", with: "''"))'"
    let deletion =
      "run `delete from lost_data_key where master_key = \(name)` as the owner of the database"
    guard !told.isEmpty else {
      return "column master_key: no event evidence.lost tells of \(masterKey), nor of any other "
        + "master key: the rows are forged: \(deletion)"
    }
    let right = told.count == 1 ? told[0] : "KEY"
    return "column master_key: no event evidence.lost tells of \(masterKey), but of "
      + "\(told.joined(separator: ", ")): if the column was changed, run `update lost_data_key set master_key = "
      + "'\(right)' where master_key = \(name)`, with the one of these that a backup tells, which loses no key; if the "
      + "rows are forged, \(deletion)"
  }

  /// Returns the names that do not open, and the keys of names that nothing opens. A key that another master key opens
  /// than the one that it names is among the misnamed keys.
  private func unopenedNames(of lane: Int16) async throws -> [BrokenPromise] {
    var (findings, lacking): ([BrokenPromise], Set<String>) = ([], [])
    var last = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    while findings.count < LogVerifier.findingsMax {
      let page = try await source.query(.verifyNames, [lane, last, Self.pageMax])
        .decode((UUID, [UInt8], String?, [UInt8]?).self)
      for (stream, sealed, masterKey, wrapped) in page {
        guard let wrapped = WrappedKey(masterKeyID: masterKey, stored: wrapped) else { continue }
        let place = StreamPlace(lane: lane, stream: stream)
        let stored = WrappedStreamKey(place, wrapped)
        guard keyring.ids.contains(wrapped.masterKeyID) else {
          if stored.opener(in: keyring) == nil { lacking.insert(wrapped.masterKeyID) }
          continue
        }
        do throws(EvidenceError) {
          let key = try DataKey(unwrapping: wrapped, by: keyring, for: place.context)
          if let finding = finding(sealed, key, of: place) {
            findings.append(Self.broken("account_name", lane, stream, "column sealed: \(finding)"))
          }
        } catch {
          // The name may be sound: only its key does not open.
          guard stored.opener(in: keyring) == nil else { continue }
          findings.append(
            Self.broken("data_key", lane, stream, "column wrapped: it does not open: \(error)"))
        }
      }
      guard page.count == Self.pageMax, let end = page.last?.0 else { break }
      last = end
    }
    return lacking.sorted().map(BrokenPromise.lacking) + findings
  }

  /// Returns why a name cannot be read; nil if it can.
  private func finding(_ sealed: [UInt8], _ key: DataKey, of place: StreamPlace) -> String? {
    do throws(EvidenceError) {
      let name = try StreamSealing.open(sealed, as: .name, with: key, for: place.context)
      guard let name else { return "it was sealed with another key than that of its stream" }
      return String(validating: name, as: UTF8.self) == nil ? "it is no text" : nil
    } catch {
      return "it does not open: \(error)"
    }
  }

  private static func broken(
    _ table: String, _ lane: Int16, _ stream: UUID, _ finding: String
  ) -> BrokenPromise {
    BrokenPromise(
      .record(table: table, key: "\(lane), \(stream.uuidString.lowercased())"), finding)
  }
}
