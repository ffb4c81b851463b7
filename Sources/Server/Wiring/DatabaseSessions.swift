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

  /// Returns the doctor's finding about a server that has places for so many sessions.
  package func finding(amongPlaces places: Int) -> Finding {
    let found = "a server opens \(total) at most, of the database's \(places)"
    guard places < total else { return .ok("database sessions", found) }
    return .warn(
      "database sessions", found,
      remedy: "raise max_connections of PostgreSQL, or lower DAICHO_DB_CONNECTIONS")
  }
}
