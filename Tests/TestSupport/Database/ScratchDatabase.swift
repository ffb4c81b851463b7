import Foundation
import Logging
package import Postgres

/// Fresh databases, each a clone of one that was migrated once in this process.
package final class ScratchDatabase: Sendable {
  private static let turnstile = Turnstile(places: 8)

  private let template: Task<Template, any Error>

  package init(migrations: [Migration]) {
    template = Task { try await Template.make(migrations) }
  }

  /// Lends a database of its own and drops it afterwards.
  package func withScratchDatabase<Result: Sendable>(
    _ body: @Sendable (Pool) async throws -> Result
  ) async throws -> Result {
    await Self.turnstile.enter()
    defer { Task { await Self.turnstile.leave() } }  // leaving suspends, which defer may not
    let template = try await template.value
    let name = "scratch_" + UUID().uuidString.lowercased().replacing("-", with: "_")
    try await template.admin("create database \(name) template \(template.name)")
    let pool = Pool(
      options: template.server.database(name), size: 6, acquireTimeout: .seconds(30),
      logger: Logger(label: "test"))
    do {
      let result = try await body(pool)
      try await template.drop(name, pool)
      return result
    } catch {
      try await template.drop(name, pool)
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

  func drop(_ database: String, _ pool: Pool) async throws {
    await pool.close()
    try await admin("drop database \(database) with (force)")
  }
}
