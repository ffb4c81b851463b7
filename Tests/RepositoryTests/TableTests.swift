import Granting
import Postgres
import Projections
import TestSupport
import Testing

/// The tables of the schema, the data dictionary, and what consumers declare.
struct TableTests {
  private static let dictionary = "Sources/Daicho.docc/DataDictionary.md"

  /// Returns the tables that rows of the dictionary describe, by the heading above them.
  private func described() throws -> [String: [String]] {
    var (heading, tables): (String, [String: [String]]) = ("", [:])
    for line in try Repository.File(Self.dictionary).lines {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      if let name = line.firstMatch(of: #/^\| `([a-z_]+)`/#)?.1 {
        tables[heading, default: []].append(String(name))
      }
    }
    return tables
  }

  /// Returns the tables that the statements of a target write.
  private func written(by target: String) throws -> Set<String> {
    let files = try Repository.files(in: ["Sources/\(target)/Queries"], endingIn: [".sql"])
    let writes = #/\b(?:insert into|update|delete from|truncate)\s+([a-z_]+)/#
    return Set(
      files.flatMap { file in
        let statement = file.lines.filter { !$0.hasPrefix("--") }.joined(separator: "\n")
          .replacing(#/do\s+update\s+set/#, with: "")
        return statement.matches(of: writes).map { String($0.1) }
      })
  }

  @Test func `each has a row of the data dictionary, and each row a table`() async throws {
    let tables = try await MigratedDatabase.with { pool, _ in
      try await pool.withConnection { connection in
        try await connection.query(
          Statement(
            unsafeSQL: """
              select relname::text from pg_class
              where relkind in ('r', 'p') and not relispartition
                and relnamespace = current_schema()::regnamespace order by relname
              """)
        ).decode(String.self)
      }
    }
    #expect(tables.count > 20)
    #expect(try described().values.flatMap(\.self).sorted() == tables)
  }

  @Test func `are declared by the consumer that derives them`() throws {
    let declared = Set(ProjectionConsumer.tables + GrantingConsumer.tables)
    let derived = Set(try described()["Derived from the log"] ?? [])
    #expect(declared == derived)
    let projecting = try written(by: "Projections")
    #expect(
      projecting.symmetricDifference(ProjectionConsumer.tables)
        == [
          "projection_generation", "projection_rebuild", "period_close", "period_report",
          "period_total", "period_deferred", "apple_file",
        ])
    let granting = try written(by: "Granting")
    #expect(granting.symmetricDifference(GrantingConsumer.tables) == ["granting_backfill"])
  }
}
