import Postgres
import TestSupport

/// A database with one table, for tests that need none of the ledger's tables.
let scratch = ScratchDatabase(migrations: [
  Migration(
    version: 1, name: "thing",
    sql: "create table thing (id bigint primary key, note text, constraint small check (id < 100))")
])

extension Statement {
  static let insert = Statement(unsafeSQL: "insert into thing (id, note) values ($1, $2)")
  static let count = Statement(unsafeSQL: "select count(*) from thing")
  static let process = Statement(unsafeSQL: "select pg_backend_pid()")
  /// A statement that returns once the process and its socket are gone.
  static let terminate = Statement(unsafeSQL: "select pg_terminate_backend($1, 60000)")
  static let sleep = Statement(unsafeSQL: "select 1 from pg_sleep(60)")
}

extension PostgresError {
  var sqlState: SQLState? {
    if case .server(let error) = self { error.sqlState } else { nil }
  }
}
