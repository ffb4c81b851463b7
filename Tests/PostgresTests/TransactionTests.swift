import Postgres
import TestSupport
import Testing

struct TransactionTests {
  private struct Rejected: Error {}

  private func rows(_ pool: Pool) async throws -> Int64 {
    try await pool.withConnection { try await $0.query(.count)[0].decode() }
  }

  @Test func `what a body writes is there once it returned`() async throws {
    try await scratch.withScratchDatabase { pool in
      _ = try await pool.withTransaction(TransactionOptions(synchronousCommitOff: true)) {
        try $0.query(.insert, Int64(1), "a")
      }
      #expect(try await rows(pool) == 1)
    }
  }

  @Test func `a body that throws leaves nothing, and its error arrives`() async throws {
    try await scratch.withScratchDatabase { pool in
      await #expect(throws: Rejected.self) {
        try await pool.withTransaction { connection in
          try connection.query(.insert, Int64(1), "a")
          throw Rejected()
        }
      }
      let count = try await rows(pool)
      #expect(count == 0)
    }
  }

  @Test func `a body that swallows an error cannot believe it was committed`() async throws {
    try await scratch.withScratchDatabase { pool in
      await #expect(throws: PostgresError.self) {
        try await pool.withTransaction { connection in
          try connection.query(.insert, Int64(1), "a")
          _ = try? connection.query(.insert, Int64(1), "again")
        }
      }
      let count = try await rows(pool)
      #expect(count == 0)
    }
  }

  @Test func `a read-only transaction rejects to write`() async throws {
    try await scratch.withScratchDatabase { pool in
      let error = await #expect(throws: PostgresError.self) {
        try await pool.withTransaction(TransactionOptions(isReadOnly: true)) {
          try $0.query(.insert, Int64(1), "a")
        }
      }
      #expect(error?.sqlState == .readOnlyTransaction)
    }
  }

  @Test func `a repeatable read does not see what was committed after it began`() async throws {
    try await scratch.withScratchDatabase { pool in
      let counts = try await pool.withTransaction(TransactionOptions(isRepeatableRead: true)) {
        connection in
        let before: Int64 = try connection.query(.count)[0].decode()
        _ = try await pool.withConnection { try await $0.query(.insert, Int64(1), "a") }
        return [before, try connection.query(.count)[0].decode()]
      }
      #expect(counts == [0, 0])
    }
  }

  @Test func `a transaction left open does not come back to the pool`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        try await connection.script("begin; insert into thing (id) values (1)")
      }
      let count = try await rows(pool)
      #expect(count == 0)
    }
  }
}
