package import EventStore
package import Ledger
package import Postgres

/// The API keys of this installation.
package struct APIKeys: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let now: @Sendable () -> Instant
  private let cache: KeyCache
  private let lookups: KeyLookups
  private let uses = KeyUses()

  package init(pool: Pool, log: EventLog, now: @escaping @Sendable () -> Instant) {
    let cache = KeyCache()
    self.pool = pool
    self.log = log
    self.now = now
    self.cache = cache
    lookups = KeyLookups { key in try await Self.lookUp(key, in: pool, keeping: cache) }
  }

  /// Creates a key and returns its text, which cannot be read again later. Several keys may share a
  /// name, so that a key can be rotated. What a key may do does not change afterwards. An event tells of the key
  /// in the same transaction; the database refuses a key without one.
  ///
  /// - Parameter expiresAt: the moment from which the key opens nothing; nil for never.
  package func create(
    name: String, scopes: Set<Scope>, reach: KeyReach = .everything, expiresAt: Instant? = nil,
    signed signature: ActSignature
  ) async throws -> APIKey {
    var random = SystemRandomNumberGenerator()
    while true {
      let key = APIKey.generate(using: &random)
      let told = ToldKey(key, name: name, scopes: scopes, reach: reach, expiresAt: expiresAt)
      let act = ActRecorded(
        .keysCreate, on: key.id, values: told.values, signed: signature, at: now())
      do {
        try await log.acts.perform(act, in: pool) { connection, event in
          let rows = try connection.query(
            .apiKeysCreate, key.id, name, told.scopes, told.apps, told.environments, key.digest,
            expiresAt.map { PostgresTimestamp($0) }, event.position)
          guard rows.first != nil else { throw KeyIDTaken() }
        }
        return key
      } catch is KeyIDTaken {
        continue
      }
    }
  }

  private struct KeyIDTaken: Error {}

  /// Returns all keys, revoked ones too, oldest first.
  package func list() async throws -> [KeyRecord] { try await Self.list(in: pool) }

  /// Returns all keys of a database, as ``list()`` does.
  package static func list(in pool: Pool) async throws -> [KeyRecord] {
    try await pool.withConnection { connection in
      try await connection.query(.apiKeysList)
    }.map(KeyRecord.init)
  }

  /// Revokes a key from now on; returns false if no key has or had this id. Other processes notice within
  /// 30 seconds. An event tells of it in the same transaction, unless one did before. A key without a row, or
  /// with an altered one, is revoked in the log alone.
  package func revoke(id: String, signed signature: ActSignature) async throws -> Bool {
    let key = try await list().first { $0.id == id }
    var name = key?.name
    if key == nil || key?.revokedAt != nil {
      let told = try await KeyProof.acts(on: id, in: log)
      if told.contains(where: { $0.act == Act.keysRevoke.rawValue }) { return true }
      name = name ?? told.last?.values["name"]
    }
    guard let name else { return false }
    let moment = now()
    let act = ActRecorded(
      .keysRevoke, on: id, values: ["name": name], signed: signature, at: moment)
    try await log.acts.perform(act, in: pool) { connection, _ in
      _ = try connection.query(.apiKeyRevoke, id, PostgresTimestamp(moment))
    }
    cache.forget(id: id)
    return true
  }

  /// Judges a text that a caller sends as a key. Throws `TooManyKeyLookups` for a key that is not
  /// remembered while many others are looked up.
  package func authenticate(_ text: String) async throws -> KeyVerdict {
    guard let record = try await record(of: text) else { return .refused }
    if let end = record.expiresAt, record.hasExpired(at: now()) { return .expired(end) }
    uses.note(record.id, at: now())
    return .accepted(record)
  }

  /// Records the last use of each key that was used here since the last time.
  package func recordUses() async throws {
    let taken = uses.take()
    guard !taken.isEmpty else { return }
    do {
      _ = try await pool.withConnection { connection in
        try await connection.query(
          .apiKeysUsed, Array(taken.keys), taken.values.map { PostgresTimestamp($0) })
      }
    } catch {
      uses.giveBack(taken)
      throw error
    }
  }

  /// Returns true if a text was a key in force when it was last looked up here, at most a day ago. It opens
  /// nothing but the findings of readiness, while the database cannot be asked.
  package func isRemembered(_ text: String) -> Bool {
    cache.remembered(APIKey.digest(of: text)).map { !$0.hasExpired(at: now()) } ?? false
  }

  /// Returns the record of a text that is a genuine key and not revoked; nil otherwise. The form of a text that
  /// is remembered was judged before.
  private func record(of text: String) async throws -> KeyRecord? {
    switch cache.find(APIKey.digest(of: text)) {
    case .known(let record): return record
    case .unknown: return nil
    case nil:
      guard let key = APIKey(text) else { return nil }
      return try await lookups.record(of: key)
    }
  }

  /// Asks the database for the record of a key, and remembers the answer.
  private static func lookUp(
    _ key: APIKey, in pool: Pool, keeping cache: KeyCache
  ) async throws -> KeyRecord? {
    let digest = key.digest
    let rows = try await pool.withConnection { connection in
      try await connection.query(.apiKeyByID, key.id)
    }
    guard let record = try rows.first.map(KeyRecord.init), record.revokedAt == nil,
      isEqualInConstantTime(record.digest, digest)
    else {
      cache.keepUnknown(digest)
      return nil
    }
    cache.keep(record)
    return record
  }
}

/// Compares in constant time, so that the duration reveals nothing.
private func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
