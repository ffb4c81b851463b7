package import Postgres

/// The stored record of a key: everything except the secret.
package struct KeyRecord: Sendable {
  package let id: String
  package let name: String
  package let scopes: Set<Scope>
  package let createdAt: PostgresTimestamp
  package let revokedAt: PostgresTimestamp?
  let digest: [UInt8]

  init(
    id: String, name: String, scopes: Set<Scope>, createdAt: PostgresTimestamp,
    revokedAt: PostgresTimestamp?,
    digest: [UInt8]
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.createdAt = createdAt
    self.revokedAt = revokedAt
    self.digest = digest
  }

  /// Reads a row of `api_keys_list` or `api_key_by_id`. A scope of a later version is skipped.
  init(_ row: Row) throws {
    let (id, name, scopes, digest, createdAt, revokedAt) = try row.decode(
      (String, String, String, [UInt8], PostgresTimestamp, PostgresTimestamp?).self)
    self.init(
      id: id, name: name,
      scopes: Set(scopes.split(separator: ",").compactMap { Scope(rawValue: String($0)) }),
      createdAt: createdAt, revokedAt: revokedAt, digest: digest)
  }
}
