import Foundation
import Logging
package import Postgres

/// Fresh databases, each a clone of one that was migrated once in this process.
package final class ScratchDatabase: Sendable {
  private static let turnstile = Turnstile(places: 8)

  private let template: Task<Template, any Error>

  private let role: String?

  /// Its pools have the rights of a role where one is named, else those of the server's owner.
  package init(migrations: [Migration], role: String? = nil) {
    template = Task { try await Template.make(migrations) }
    self.role = role
  }

  /// Lends a database of its own and drops it afterwards.
  package func withScratchDatabase<Result: Sendable>(
    _ body: @Sendable (Pool) async throws -> Result
  ) async throws -> Result {
    try await withScratchDatabase { pool, _ in try await body(pool) }
  }

  /// Lends a database of its own, with a second pool that has the rights of its owner.
  package func withScratchDatabase<Result: Sendable>(
    _ body: @Sendable (Pool, _ owner: Pool) async throws -> Result
  ) async throws -> Result {
    await Self.turnstile.enter()
    defer { Task { await Self.turnstile.leave() } }  // leaving suspends, which defer may not
    let template = try await template.value
    let name = "scratch_" + UUID().uuidString.lowercased().replacing("-", with: "_")
    try await template.admin("create database \(name) template \(template.name)")
    let options = template.server.database(name)
    let owner = Pool(
      options: options, size: 1, acquireTimeout: .seconds(60), logger: Logger(label: "test"))
    var restricted = options
    restricted.role = role
    let pool = Pool(
      options: restricted, size: 6, acquireTimeout: .seconds(60), logger: Logger(label: "test"))
    do {
      let result = try await body(pool, owner)
      try await template.drop(name, [pool, owner])
      return result
    } catch {
      try await template.drop(name, [pool, owner])
      throw error
    }
  }
}

/// A migrated database that nobody connects to any more.
private struct Template: Sendable {
  let server: ConnectionOptions
  let name: String

  static func make(_ migrations: [Migration]) async throws -> Template {
    let template = Template(
      server: try await TestServer.options(),
      name: "template_" + UUID().uuidString.lowercased().replacing("-", with: "_"))
    try await template.admin("create database \(template.name)")
    let pool = Pool(
      options: template.server.database(template.name), size: 1, logger: Logger(label: "test"))
    _ = try await Migrator(migrations: migrations).migrate(pool)
    await pool.close()
    return template
  }

  func admin(_ sql: String) async throws {
    let connection = try await Connection.open(server)
    try await connection.script(sql)
    await connection.close()
  }

  func drop(_ database: String, _ pools: [Pool]) async throws {
    for pool in pools { await pool.close() }
    try await admin("drop database \(database) with (force)")
  }
}
