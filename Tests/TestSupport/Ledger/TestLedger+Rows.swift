import Postgres

extension TestLedger {
  /// Returns the number of rows of each table of the database, by its full name.
  package func rowCounts() async throws -> [String: Int64] {
    try await owner.withConnection { connection in
      let tables = try await connection.query(
        Statement(
          unsafeSQL: """
            select format('%I.%I', schemaname, tablename) from pg_tables
            where schemaname not in ('pg_catalog', 'information_schema')
            """)
      ).decode(String.self)
      var rows: [String: Int64] = [:]
      for table in tables {
        rows[table] = try await connection.query(
          Statement(unsafeSQL: "select count(*) from \(table)"))[0].decode()
      }
      return rows
    }
  }
}
