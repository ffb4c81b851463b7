import Foundation
import Ledger
package import Postgres

/// The master keys that a ledger knows, each by a check value of its content.
///
/// An id is only a name that two files may give to different keys. The register notes a key when it is
/// first used; where data keys are wrapped under the id already, only if it opens one of them. A note
/// stays for ever, so that a key of a file that servers and commands refuse leaves none.
package struct MasterKeyRegister: Sendable {
  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  /// Compares the keys of a keyring with the known ones, and notes those that are used for the first
  /// time. Throws the first `MasterKeyFault`, and notes nothing then.
  package func admit(_ keyring: Keyring) async throws {
    let judged = try await judge(keyring)
    if let fault = judged.faults.first { throw fault }
    guard !judged.new.isEmpty else { return }
    // In one order for all files: two hosts that note the same keys wait for each other only in one direction.
    let new = judged.new.sorted { $0.id < $1.id }
    try await pool.withTransaction { connection in
      let ids = new.map(\.id)
      _ = try connection.query(.masterKeysAppend, ids, new.map(\.checkValue))
      let known = try Self.checkValues(in: connection.query(.masterKeysRead, ids))
      // Another process may have noted another key under the id at the same moment.
      for key in new where known[key.id] != key.checkValue {
        throw MasterKeyFault.otherContent(key.id)
      }
    }
  }

  /// Returns the faults of a keyring, in its order. Notes nothing.
  package func faults(of keyring: Keyring) async throws -> [MasterKeyFault] {
    try await judge(keyring).faults
  }

  /// Returns the check values of the known keys among these ids.
  package func checkValues(of ids: [String]) async throws -> [String: [UInt8]] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.masterKeysRead, ids)
    }
    return try Self.checkValues(in: rows)
  }

  private static func checkValues(in rows: Rows) throws -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try rows.decode((String, [UInt8]).self))
  }

  /// Returns the check values of all known keys, in the order of their ids.
  package func checkValues() async throws -> [(id: String, value: [UInt8])] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.masterKeysAll)
    }
    return try rows.decode((String, [UInt8]).self).map { (id: $0, value: $1) }
  }

  private func judge(
    _ keyring: Keyring
  ) async throws -> (faults: [MasterKeyFault], new: [MasterKey]) {
    let known = try await checkValues(of: keyring.ids)
    var faults: [MasterKeyFault] = []
    var new: [MasterKey] = []
    for id in keyring.ids {
      let key = try keyring.key(id)
      if let value = known[id] {
        if value != key.checkValue {
          let isRight = try await opensFirst(under: id, keyring)
          faults.append(isRight ? .alteredRow(id, right: key.checkValue) : .otherContent(id))
        }
        continue
      }
      switch try await opensAny(under: id, keyring) {
      case true?: new.append(key)
      case false?: faults.append(.opensNothing(id))
      case nil:
        if id == keyring.ids[0], try await lacking(in: keyring).isEmpty { new.append(key) }
      }
    }
    return (faults, new)
  }

  /// Returns the master keys in use that a keyring lacks. It may be the file of another ledger then: a server and every
  /// command that seals refuse it, so that its first key seals nothing.
  package func lacking(in keyring: Keyring) async throws -> [String] {
    let laneCount = try await Installation.read(pool).laneCount
    return try await Inspection(pool).masterKeys(laneCount: laneCount)
      .filter { !keyring.ids.contains($0) }
  }

  /// Returns true if the keyring opens a data key that is wrapped under the id, and nil if there is none.
  private func opensAny(under id: String, _ keyring: Keyring) async throws -> Bool? {
    var pages = WrappedKeyPages(pool, under: id)
    var opens: Bool?
    while let page = try await pages.next() {
      if page.contains(where: { $0.opens(by: keyring) }) { return true }
      opens = false
    }
    return opens
  }

  /// Returns true if the keyring opens all of the first data keys that are wrapped under the id, and false if there are
  /// none. One is not enough: two hosts of before the register may have sealed under one id with different keys.
  private func opensFirst(under id: String, _ keyring: Keyring) async throws -> Bool {
    var pages = WrappedKeyPages(pool, under: id)
    guard let page = try await pages.next() else { return false }
    // One that another line opens has a wrong name, and tells nothing of this key.
    let own = page.filter { $0.opens(by: keyring) || $0.opener(in: keyring) == nil }
    return !own.isEmpty && own.allSatisfy { $0.opens(by: keyring) }
  }
}

/// The reason for which a master key may not be used with a ledger. It names the id and the remedy, never
/// the content.
package enum MasterKeyFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The ledger knows another key by this id.
  case otherContent(String)
  /// No data key that is wrapped under this id opens with this key.
  case opensNothing(String)
  /// The key opens the first keys that are wrapped under this id, and the ledger's row of it has another check value.
  case alteredRow(String, right: [UInt8])

  package var found: String {
    switch self {
    case .otherContent(let id):
      "the master key \(id) in the file is not the one that this ledger knows as \(id)"
    case .opensNothing(let id):
      "the master key \(id) in the file opens nothing of what is sealed under \(id)"
    case .alteredRow(let id, _):
      "column check_value of table master_key, row \(id), was changed: the master key \(id) in the file opens what "
        + "is sealed under it"
    }
  }

  package var remedy: String {
    switch self {
    case .otherContent(let id), .opensNothing(let id):
      "every host needs the same file: copy it from the host or the backup that made it; if the key "
        + "\(id) is lost for good, make another file with `daicho keyring create` and run `daicho "
        + "evidence lost \(id) --reason WHY`; if other hosts run with this very file, no key is lost, and a row of "
        + "`master_key` or `data_key` was changed: take it from a backup"
    case .alteredRow(let id, let right):
      "no key is lost: run `begin; alter table master_key disable trigger is_append_only; update master_key set "
        + "check_value = '\\x\(Digest(bytes: right).hexadecimal)' where id = '\(id)'; alter table master_key "
        + "enable trigger is_append_only; commit` as the owner of the database"
    }
  }

  package var description: String { "\(found): \(remedy)" }
}
