import Foundation
import Logging
package import Postgres

/// Fresh databases, each a clone of one that was migrated once in this process.
package final class ScratchDatabase: Sendable {
  private static let turnstile = Turnstile(places: 8)

  private let template: Task<Template, any Error>

  private let role: SessionRole?

  /// Creates databases whose pools have the rights of a role, or those of the server's owner when
  /// no role is named. The clones have the role that was made for their template.
  package init(
    migrations: [Migration], rights: ApplicationRights? = nil, role: SessionRole? = nil
  ) {
    template = Task { try await Template.make(migrations, rights) }
    self.role = role
  }

  /// Lends a new database and drops it afterwards.
  package func withScratchDatabase<Result: Sendable>(
    _ body: @Sendable (Pool) async throws -> Result
  ) async throws -> Result {
    try await withScratchDatabase { pool, _ in try await body(pool) }
  }

  /// Lends a new database, with a second pool that has the rights of the database's owner.
  package func withScratchDatabase<Result: Sendable>(
    _ body: @Sendable (Pool, _ owner: Pool) async throws -> Result
  ) async throws -> Result {
    await Self.turnstile.enter()
    defer { Task { await Self.turnstile.leave() } }  // leaving suspends, which defer may not
    let template = try await template.value
    let name = Template.newName("scratch")
    try await template.copy(template.name, to: name)
    return try await template.lendOnce(name, role, body)
  }

  /// Lends a database three times, each time with new pools: empty, as the first call left it, and
  /// restored from a backup that was taken after the first call. Returns the result of the last
  /// call.
  package func withRestoredDatabase<Result: Sendable>(
    backedUp first: @Sendable (Pool, _ owner: Pool) async throws -> Void,
    lost second: @Sendable (Pool, _ owner: Pool) async throws -> Void,
    restored third: @Sendable (Pool, _ owner: Pool) async throws -> Result
  ) async throws -> Result {
    await Self.turnstile.enter()
    defer { Task { await Self.turnstile.leave() } }  // leaving suspends, which defer may not
    let template = try await template.value
    let (name, backup) = (Template.newName("scratch"), Template.newName("backup"))
    try await template.copy(template.name, to: name)
    try await template.lend(name, role, first)
    try await template.hangUp(on: name)
    try await template.copy(name, to: backup)
    try await template.lendOnce(name, role, second)
    return try await template.lendOnce(backup, role, third)
  }
}

extension ScratchDatabase {
  /// Lends a new database with a standby that is behind and can take its place.
  package func withStandby<Result: Sendable>(
    _ body: @Sendable (Pool, _ owner: Pool, Standby) async throws -> Result
  ) async throws -> Result {
    await Self.turnstile.enter()
    defer { Task { await Self.turnstile.leave() } }  // leaving suspends, which defer may not
    let template = try await template.value
    let name = Template.newName("scratch")
    try await template.copy(template.name, to: name)
    let standby = Standby(
      hangUp: {
        try await template.admin("alter database \(name) allow_connections false")
        try await template.hangUp(on: name)
      },
      copy: {
        try await template.copy(name, to: "\(name)_standby")
        try await template.admin("alter database \(name) allow_connections true")
      },
      promote: {
        try await template.admin("alter database \(name) rename to \(name)_lost")
        try await template.admin("alter database \(name)_standby rename to \(name)")
      })
    do {
      let result = try await template.lend(name, role) { try await body($0, $1, standby) }
      try await template.drop([name, "\(name)_lost", "\(name)_standby"])
      return result
    } catch {
      try await template.drop([name, "\(name)_lost", "\(name)_standby"])
      throw error
    }
  }
}

/// A copy of a database that hears nothing more after it was taken, as a standby whose replay has
/// stopped. All sessions of the database end when it is taken and when it takes the place, and none begins meanwhile.
package struct Standby: Sendable {
  fileprivate let hangUp: @Sendable () async throws -> Void
  fileprivate let copy: @Sendable () async throws -> Void
  fileprivate let promote: @Sendable () async throws -> Void

  /// Copies everything that is committed by now.
  package func stopHearing() async throws {
    try await hangUp()
    try await copy()
  }

  /// Takes the place of the database.
  package func takeOver() async throws {
    try await hangUp()
    try await promote()
  }
}

/// A migrated database without open connections, to be cloned.
private struct Template: Sendable {
  let server: ConnectionOptions
  let name: String
  /// Sessions of the server's owner, to create and drop databases.
  private let sessions: Pool

  private init(server: ConnectionOptions, name: String) {
    self.server = server
    self.name = name
    sessions = Pool(
      options: server, size: 8, acquireTimeout: .seconds(60), logger: Logger(label: "test"))
  }

  static func make(
    _ migrations: [Migration], _ rights: ApplicationRights?
  ) async throws -> Template {
    let template = Template(server: try await TestServer.options(), name: newName("template"))
    try await template.admin("create database \(template.name)")
    let pool = Pool(
      options: template.server.database(template.name), size: 1, logger: Logger(label: "test"))
    _ = try await Migrator(migrations: migrations).migrate(pool)
    _ = try await rights?.ensure(pool)
    await pool.close()
    return template
  }

  func admin(_ sql: String) async throws {
    try await sessions.withConnection { try await $0.script(sql) }
  }

  /// Copies a database without connections. Its files are copied as they are: the other strategy logs each of its
  /// pages, of which a server of the tests has no use, and takes three times the processor time.
  func copy(_ database: String, to copy: String) async throws {
    try await admin("create database \(copy) template \(database) strategy file_copy")
  }

  static func newName(_ kind: String) -> String {
    "\(kind)_" + UUID().uuidString.lowercased().replacing("-", with: "_")
  }

  /// Lends a database with pools of its own, and leaves it.
  func lend<Result: Sendable>(
    _ database: String, _ role: SessionRole?,
    _ body: @Sendable (Pool, _ owner: Pool) async throws -> Result
  ) async throws -> Result {
    let options = server.database(database)
    let owner = Pool(
      options: options, size: 1, acquireTimeout: .seconds(60), logger: Logger(label: "test"))
    var restricted = options
    restricted.role = role
    let pool = Pool(
      options: restricted, size: 6, acquireTimeout: .seconds(60), logger: Logger(label: "test"))
    do {
      let result = try await body(pool, owner)
      for pool in [pool, owner] { await pool.close() }
      return result
    } catch {
      for pool in [pool, owner] { await pool.close() }
      throw error
    }
  }

  /// Lends a database with pools of its own, then drops it.
  func lendOnce<Result: Sendable>(
    _ database: String, _ role: SessionRole?,
    _ body: @Sendable (Pool, _ owner: Pool) async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await lend(database, role, body)
      try await admin("drop database \(database) with (force)")
      return result
    } catch {
      try await admin("drop database \(database) with (force)")
      throw error
    }
  }

  func drop(_ databases: [String]) async throws {
    for name in databases { try await admin("drop database if exists \(name) with (force)") }
  }

  /// Ends the sessions that are left of a database, so that it can be copied.
  func hangUp(on database: String) async throws {
    try await admin(
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '\(database)'")
  }
}
