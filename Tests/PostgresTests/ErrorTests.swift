import Foundation
import Postgres
import TestSupport
import Testing

struct ErrorTests {
  @Test func `a conflict is reported by its code, and the connection goes on`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        try await connection.query(.insert, Int64(1), "a")
        let error = await #expect(throws: PostgresError.self) {
          try await connection.query(.insert, Int64(1), "b")
        }
        #expect(error?.sqlState == .uniqueViolation)
        #expect(error?.isRetryable == false)
        #expect(try await connection.query(.count)[0].decode() == Int64(1))
      }
    }
  }

  @Test(arguments: [
    ("insert into thing (id, note) values ($1::bigint + 1000, $2)", Int64(7_654_321)),
    ("insert into thing (id, note) select $1, $2 from generate_series(1, 2)", Int64(7)),
    ("insert into thing (id, note) values ($1, $2::uuid::text)", Int64(8)),
  ])
  func `no error quotes a parameter`(sql: String, id: Int64) async throws {
    let secret = "hunter2secret"
    try await scratch.withScratchDatabase { pool in
      let error = await #expect(throws: PostgresError.self) {
        try await pool.withConnection {
          try await $0.query(Statement(unsafeSQL: sql), id, secret)
        }
      }
      let told = "\(String(describing: error)) \(String(reflecting: error))"
      #expect(!told.contains(secret))
      #expect(!told.contains("(7"))
    }
  }

  @Test(arguments: [
    "postgresql://someone:hunter2secret@localhost:1/nothing", "password=hunter2secret host",
    "postgresql://someone:hunter2secret@[",
  ])
  func `an unreachable database is unavailable and its secret stays ours`(url: String)
    async throws
  {
    let options = ConnectionOptions(url: url)
    let error = await #expect(throws: PostgresError.self) {
      _ = try await Connection.open(options)
    }
    var told = "\(String(describing: error)) \(String(reflecting: error)) \(options)"
    dump(options, to: &told)
    #expect(!told.contains("hunter2secret"))
  }

  @Test func `a connection whose server process ended says it is lost`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { victim in
        let process: Int32 = try await victim.query(.process)[0].decode()
        _ = try await pool.withConnection { try await $0.query(.terminate, process) }
        for _ in 1...2 {
          await #expect(throws: PostgresError.connectionLost) { try await victim.query(.count) }
        }
      }
    }
  }
}
