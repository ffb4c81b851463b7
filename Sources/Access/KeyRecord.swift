package import Ledger
import Postgres

/// The stored record of a key: everything except the secret.
package struct KeyRecord: Sendable {
  package let id: String
  package let name: String
  package let scopes: Set<Scope>
  /// The apps and environments that the key may touch.
  package let reach: KeyReach
  package let createdAt: Instant
  /// The moment from which the key opens nothing; nil for never.
  package let expiresAt: Instant?
  package let revokedAt: Instant?
  /// The moment of the last use, to a minute; nil if the key was never used.
  package let lastUsedAt: Instant?
  /// False for a key that no event tells of.
  package let isTold: Bool
  let digest: [UInt8]

  /// Reads a row of `api_keys_list` or `api_key_by_id`. A scope or an environment of a later
  /// version is skipped, so that the key opens less.
  init(_ row: Row) throws {
    let (
      id, name, scopes, apps, environments, digest, created, expires, revoked, used, told
    ) =
      try row.decode(
        (
          String, String, String, [String]?, [String]?, [UInt8], PostgresTimestamp,
          PostgresTimestamp?, PostgresTimestamp?, PostgresTimestamp?, Bool
        ).self)
    self.id = id
    self.name = name
    self.scopes = Set(scopes.split(separator: ",").compactMap { Scope(rawValue: String($0)) })
    reach = KeyReach(
      apps: apps.map { Set($0.map { BundleID($0) }) },
      environments: environments.map { Set($0.compactMap(StoreEnvironment.init)) })
    self.digest = digest
    isTold = told
    createdAt = Instant(created)
    expiresAt = expires.map { Instant($0) }
    revokedAt = revoked.map { Instant($0) }
    lastUsedAt = used.map { Instant($0) }
  }

  /// Returns true from the moment of the expiry on.
  package func hasExpired(at now: Instant) -> Bool {
    expiresAt.map { $0 <= now } ?? false
  }
}

extension Instant {
  fileprivate init(_ timestamp: PostgresTimestamp) {
    self.init(milliseconds: timestamp.millisecondsSince1970)
  }
}

extension PostgresTimestamp {
  init(_ instant: Instant) {
    self.init(millisecondsSince1970: instant.milliseconds)
  }
}
