package import Postgres

extension Connection {
  /// Waits until another session waits for a lock that this session holds.
  package func waitUntilBlocking() async throws {
    let count = Statement(
      unsafeSQL: """
        select count(*) from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
        """)
    while try query(count)[0].decode(Int64.self) == 0 { await Task.yield() }
  }
}
