import Access
import EventStore
import Intake
import Outbox
import Postgres
import Projections
import Reconciliation
import TestSupport
import Testing

@Suite struct `Every statement` {
  private static let statements =
    EventStatements.all + GrantingStatements.all + ProjectionStatements.all + OutboxStatements.all
    + ReconciliationStatements.all + AccessStatements.all

  @Test func `is understood by the migrated schema`() async throws {
    let statements = Self.statements
    try await MigratedDatabase.with { pool, _ in
      try await pool.withConnection { connection in
        for statement in statements { try await connection.prepare(statement) }
      }
    }
  }

  @Test func `stands in its own file of Queries`() throws {
    let names = Self.statements
    let files = try Repository.files(in: ["Sources"], endingIn: [".sql"])
    let stems = files.compactMap { $0.path.split(separator: "/").last }
    #expect(names.map { "\($0.name).sql" }.sorted() == stems.map(String.init).sorted())
  }
}
