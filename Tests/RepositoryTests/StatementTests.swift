import Access
import EventProcessing
import EventStore
import Foundation
import Granting
import Intake
import Outbox
import Postgres
import Projections
import Reconciliation
import TestSupport
import Testing

/// The statements of all targets.
let everyStatement =
  EventStoreQueries.all + IntakeQueries.all + EventProcessingQueries.all + ProjectionsQueries.all
  + GrantingQueries.all + OutboxQueries.all
  + ReconciliationQueries.all + AccessQueries.all

struct StatementTests {
  @Test func `is understood by the migrated schema`() async throws {
    try await MigratedDatabase.with { pool, _ in
      try await pool.withConnection { connection in
        for statement in everyStatement { try await connection.prepare(statement) }
      }
    }
  }

  @Test func `stands in a file of Queries with a name of its own`() throws {
    let files = try Repository.files(in: ["Sources"], endingIn: [".sql"])
    let names = files.compactMap { $0.path.split(separator: "/").last }
    #expect(everyStatement.map { "\($0.name).sql" }.sorted() == names.map(String.init).sorted())
    #expect(Set(names).count == names.count)
  }

  @Test func `is used in the target that has its file`() throws {
    for target in try Repository.folders(in: "Sources") {
      let files = try Repository.files(in: ["Sources/\(target)"], endingIn: [".swift", ".sql"])
      let swift = files.filter { $0.path.hasSuffix(".swift") }
      let words = Set(swift.flatMap(\.lines).flatMap { $0.split { !$0.isLetter && $0 != "." } })
      for file in files where file.path.hasSuffix(".sql") {
        let name = String(file.path.split(separator: "/")[3].dropLast(4))
        let use = ".\(identifier(name))"
        #expect(words.contains { $0.hasSuffix(use) }, "\(file.path) is not used")
      }
    }
  }

  /// Returns `eventsByID` for `events_by_id`.
  private func identifier(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words[0] + words.dropFirst().map { $0 == "id" ? "ID" : $0.capitalized }.joined()
  }
}
