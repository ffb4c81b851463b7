import EventStore
package import Ledger
package import Postgres

/// The proof of the keys by the log: an event tells of each key, and of its end.
package enum KeyProof {
  /// A difference between a row of table `api_key` and the events, by the id of the key.
  package struct Difference: Hashable, Sendable {
    package let key: String
    package let finding: String
  }

  private struct StoredKey {
    let id: String
    /// The columns by the words of the event, with their names.
    let columns: [(column: String, word: String, text: String?)]
    let isRevoked: Bool
    let event: Int64?

    init(_ row: Row) throws {
      let (id, name, scopes, check, apps, environments, expires, isRevoked, event) =
        try row.decode(
          (String, String, String, String, String?, String?, String?, Bool, Int64?).self)
      self.id = id
      self.isRevoked = isRevoked
      self.event = event
      columns = [
        ("name", "name", name), ("scopes", "scopes", scopes), ("digest", "check", check),
        ("apps", "apps", apps), ("environments", "environments", environments),
        ("expires_at", "expiresAt", expires),
      ]
    }
  }

  /// Returns the acts on a key that can be read.
  static func acts(on id: String, in log: EventLog) async throws -> [ActRecorded] {
    let words = [Act.keysCreate.rawValue, Act.keysRevoke.rawValue]
    return try await LenientReader(log).shared().compactMap { item in
      guard case .success(let recorded) = item,
        case .shared(.actRecorded(let act)) = recorded.event,
        act.object == id, words.contains(act.act)
      else { return nil }
      return act
    }
  }

  /// Compares the keys with the acts of the log, which were read after them. A difference lasts until an event tells
  /// of the key's end: a revoked key opens nothing, whatever its row says.
  package static func differences(
    in pool: Pool, told events: () async throws -> [RecordedEvent]
  ) async throws -> [Difference] {
    let stored = try await pool.withConnection { connection in
      try await connection.query(.apiKeysTold)
    }.map(StoredKey.init)
    var (created, revoked): ([Int64: ActRecorded], Set<String>) = ([:], [])
    for recorded in try await events() {
      guard case .shared(.actRecorded(let act)) = recorded.event else { continue }
      if act.act == Act.keysCreate.rawValue { created[recorded.id.position] = act }
      if act.act == Act.keysRevoke.rawValue, let key = act.object { revoked.insert(key) }
    }
    let named = Set(created.values.compactMap(\.object))
    var found: [Difference] = []
    for key in stored where !(key.isRevoked && revoked.contains(key.id)) {
      guard key.event != nil || named.contains(key.id) else {
        found.append(Difference(key: key.id, finding: "no event tells of it"))
        continue
      }
      guard let position = key.event, let act = created[position], act.object == key.id else {
        found.append(
          Difference(key: key.id, finding: "column event_position names no event of this key"))
        continue
      }
      for (column, word, text) in key.columns where act.values[word] != text {
        found.append(
          Difference(
            key: key.id, finding: "column \(column) is not the one told by event 0-\(position)"))
      }
      if key.isRevoked != revoked.contains(key.id) {
        let told = key.isRevoked ? "no event tells of its end" : "an event tells of its end"
        found.append(Difference(key: key.id, finding: "column revoked_at: \(told)"))
      }
    }
    let present = Set(stored.map(\.id))
    for (position, act) in created.sorted(by: { $0.key < $1.key }) {
      guard let key = act.object, !present.contains(key), !revoked.contains(key) else { continue }
      found.append(
        Difference(key: key, finding: "event 0-\(position) tells of it, and column id has it not"))
    }
    return found
  }
}
