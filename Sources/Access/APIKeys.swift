package import Postgres

/// The API keys of this installation.
package struct APIKeys: Sendable {
  private let pool: Pool
  private let cache = KeyCache()

  package init(pool: Pool) {
    self.pool = pool
  }

  /// Creates a key and returns its text, which cannot be read again later. Several keys may share a
  /// name, so that a key can be rotated.
  package func create(name: String, scopes: Set<Scope>) async throws -> APIKey {
    var random = SystemRandomNumberGenerator()
    while true {
      let key = APIKey.generate(using: &random)
      let rows = try await pool.withConnection { connection in
        try await connection.query(
          .apiKeysCreate, key.id, name, scopes.names.joined(separator: ","), key.digest)
      }
      if rows.first != nil { return key }
    }
  }

  /// Returns all keys, revoked ones too, oldest first.
  package func list() async throws -> [KeyRecord] {
    try await pool.withConnection { connection in
      try await connection.query(.apiKeysList)
    }.map(KeyRecord.init)
  }

  /// Revokes a key from this moment on; returns false if no key has this id. Other processes notice within 30 seconds.
  package func revoke(id: String, at moment: PostgresTimestamp) async throws -> Bool {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.apiKeyRevoke, id, moment)
    }
    cache.forget(id: id)
    return rows.first != nil
  }

  /// Returns the record of a key that is genuine and not revoked; nil otherwise.
  package func authenticate(_ text: String) async throws -> KeyRecord? {
    guard let key = APIKey(text) else { return nil }
    let digest = key.digest
    if let record = cache.record(digest) { return record }
    let rows = try await pool.withConnection { connection in
      try await connection.query(.apiKeyByID, key.id)
    }
    guard let record = try rows.first.map(KeyRecord.init), record.revokedAt == nil,
      isEqualInConstantTime(record.digest, digest)
    else { return nil }
    cache.keep(record)
    return record
  }
}

/// Compares in constant time, so that the duration reveals nothing.
private func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
