package import Postgres

/// What is known of a key after its creation.
package struct KeyRecord: Sendable {
  package let id: String
  package let name: String
  package let scopes: Set<Scope>
  package let createdAt: Timestamp
  package let revokedAt: Timestamp?
  let digest: [UInt8]

  init(
    id: String, name: String, scopes: Set<Scope>, createdAt: Timestamp, revokedAt: Timestamp?,
    digest: [UInt8]
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.createdAt = createdAt
    self.revokedAt = revokedAt
    self.digest = digest
  }

  /// Reads a row of `api_keys_list` or `api_key_by_id`. A scope of a later version is passed over.
  init(_ row: Row) throws {
    let names: String = try row.get(2)
    self.init(
      id: try row.get(0), name: try row.get(1),
      scopes: Set(names.split(separator: ",").compactMap { Scope(rawValue: String($0)) }),
      createdAt: try row.get(4), revokedAt: try row.optional(5), digest: try row.get(3))
  }
}
