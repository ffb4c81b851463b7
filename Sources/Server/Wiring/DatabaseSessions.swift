/// The sessions of the database that one server opens at most, and their shares.
package struct DatabaseSessions: Equatable, Sendable {
  package static let totalDefault = 33
  /// The fewest with which everything works: four for requests and two to look up.
  package static let totalMin = 10
  /// The sessions with one use each: the writer's, the owner's, that of readiness, and the listener.
  private static let single = 4

  package let total: Int

  package init(total: Int = totalDefault) {
    self.total = total
  }

  /// The sessions of the pool that requests and background work share.
  package var shared: Int { total - Self.single - lookups }

  /// The sessions that look up what the log knows.
  package var lookups: Int { (total - Self.single) / 3 }

  /// Returns the doctor's finding about the sessions that a server opens, of those that it may have.
  ///
  /// - Parameters:
  ///   - places: the sessions that PostgreSQL has for logins without privileges.
  ///   - login: the limit of the login; nil if it has none.
  ///   - database: the limit of the database; nil if it has none.
  package func finding(
    amongPlaces places: Int, ofLogin login: Int? = nil, ofDatabase database: Int? = nil
  ) -> Finding {
    let limits: [(count: Int?, name: String, remedy: String)] = [
      (Optional(places), "the database's", "raise max_connections of PostgreSQL"),
      (login, "the login's", "raise it by `alter role LOGIN connection limit -1`"),
      (database, "this one database's", "raise it by `alter database NAME connection limit -1`"),
    ]
    let counts: [(count: Int, name: String, remedy: String)] = limits.compactMap { limit in
      guard let count = limit.count else { return nil }
      return (count: count, name: "\(limit.name) \(count)", remedy: limit.remedy)
    }
    let short = counts.filter { $0.count < total }
    let named = short.isEmpty ? Array(counts.prefix(1)) : short
    let found =
      "a server opens \(total) at most, of " + named.map(\.name).joined(separator: " and ")
    guard !short.isEmpty else { return .ok("database sessions", found) }
    return .fail(
      "database sessions", found,
      remedy: short.map(\.remedy).joined(separator: " and ")
        + ", or lower DAICHO_DB_CONNECTIONS, which is \(Self.totalMin) at least")
  }
}
