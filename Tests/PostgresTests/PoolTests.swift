import Foundation
import Logging
import Postgres
import TestSupport
import Testing

struct PoolTests {
  private func pool(size: Int, timeout: Duration = .seconds(60)) async throws -> Pool {
    Pool(
      options: try await TestServer.options(), size: size, acquireTimeout: timeout,
      logger: Logger(label: "test"))
  }

  private static let one = Statement(unsafeSQL: "select 1::bigint")
  private static let sleep = Statement(unsafeSQL: "select pg_sleep($1::integer)")

  @Test func `canceling the task cancels its statement, and the pool goes on`() async throws {
    let pool = try await pool(size: 1)
    let task = Task {
      try await pool.withConnection { connection in
        _ = try await connection.query(Self.sleep, Int32(60))
      }
    }
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    await #expect(throws: PostgresError.canceled) { try await task.value }
    let value: Int64 = try await pool.withConnection { try await $0.query(Self.one)[0].decode() }
    #expect(value == 1)
    await pool.close()
  }

  @Test func `a borrower who waits too long gets an error`() async throws {
    let pool = try await pool(size: 1, timeout: .milliseconds(100))
    try await pool.withConnection { _ in
      _ = await #expect(throws: PostgresError.poolExhausted) {
        try await pool.withConnection { (_: Connection) -> Void in }
      }
    }
    try await pool.withConnection { (_: Connection) -> Void in }
    await pool.close()
  }

  @Test func `every borrower who waits too long gets an error, whoever else waits`() async throws {
    let pool = try await pool(size: 1, timeout: .milliseconds(200))
    let borrow = { @Sendable in try await pool.withConnection { (_: Connection) -> Void in } }
    try await pool.withConnection { _ in
      let first = Task(operation: borrow)
      try await Task.sleep(for: .milliseconds(100))
      let second = Task(operation: borrow)
      for waiter in [first, second, Task(operation: borrow)] {
        await #expect(throws: PostgresError.poolExhausted) { try await waiter.value }
      }
      await #expect(throws: PostgresError.poolExhausted) { try await borrow() }
    }
    try await borrow()
    await pool.close()
  }

  @Test func `a session the server ended is replaced`() async throws {
    let pool = try await pool(size: 1)
    await #expect(throws: PostgresError.connectionLost) {
      try await pool.withConnection { connection in
        _ = try await connection.query(
          Statement(unsafeSQL: "select pg_terminate_backend(pg_backend_pid())"))
      }
    }
    let value: Int64 = try await pool.withConnection { try await $0.query(Self.one)[0].decode() }
    #expect(value == 1)
    await pool.close()
  }

  @Test func `many borrowers share few connections`() async throws {
    let pool = try await pool(size: 2)
    let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await pool.withConnection { try await $0.query(Self.one)[0].decode() }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 50)
    await pool.close()
  }
}
