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
    let names: String = try row.get(2)
    self.init(
      id: try row.get(0), name: try row.get(1),
      scopes: Set(names.split(separator: ",").compactMap { Scope(rawValue: String($0)) }),
      createdAt: try row.get(4), revokedAt: try row.optional(5), digest: try row.get(3))
  }
}
