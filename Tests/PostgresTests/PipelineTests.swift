import Postgres
import TestSupport
import Testing

struct PipelineTests {
  private struct Rejected: Error {}

  private static let gate = Statement(unsafeSQL: "select id from gate for update")
  private static let unknownTable = Statement(unsafeSQL: "select * from nowhere")

  private func count(_ pool: Pool) async throws -> Int64 {
    try await pool.withConnection { try await $0.query(.count)[0].decode() }
  }

  @Test func `several statements answer in the order in which they were asked`() async throws {
    try await scratch.withScratchDatabase { pool in
      let counts = try await pool.withConnection { connection in
        try await connection.query([
          Call(.count), Call(.insert, Int64(1), "a"), Call(.count), Call(.insert, Int64(2), "b"),
          Call(.count),
        ])
        .filter { $0.first != nil }.map { try $0[0].decode(Int64.self) }
      }
      #expect(counts == [0, 1, 2])
    }
  }

  @Test func `of several statements outside a transaction nothing stays if one fails`()
    async throws
  {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        let calls = [1, 100, 2].map { Call(.insert, Int64($0), "a") }
        let error = await #expect(throws: PostgresError.self) { try await connection.query(calls) }
        #expect(error?.sqlState == SQLState(rawValue: "23514"))
        let isUsable = await connection.isUsable
        #expect(isUsable)
      }
      let count = try await count(pool)
      #expect(count == 0)
    }
  }

  /// Returns how many rows two counts of one round trip see, while a row is inserted between them.
  private func countsOfRoundTrip(readingOneMoment: Bool) async throws -> [Int64] {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection {
        try await $0.script("create table gate (id integer); insert into gate values (1)")
      }
      let reading = pool.sibling(size: 1) { $0.readsOneMoment = readingOneMoment }
      let counts = try await pool.withTransaction { inserting in
        try inserting.query(Self.gate)
        let counts = Task {
          try await reading.query([Call(.count), Call(Self.gate), Call(.count)])
        }
        try await inserting.waitUntilBlocking()
        try inserting.query(.insert, Int64(1), "a")
        return counts
      }.value
      await reading.close()
      return try [counts[0], counts[2]].map { try $0[0].decode(Int64.self) }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `the statements of a round trip see one moment if the session asks for it`() async throws {
    #expect(try await countsOfRoundTrip(readingOneMoment: true) == [0, 0])
    #expect(try await countsOfRoundTrip(readingOneMoment: false) == [0, 1])
  }

  @Test func `what was posted comes before the next question and is there after the commit`()
    async throws
  {
    try await scratch.withScratchDatabase { pool in
      let seen = try await pool.withTransaction { connection in
        try connection.post(.insert, Int64(1), "a")
        try connection.post(.insert, Int64(2), "b")
        let seen: Int64 = try connection.query(.count)[0].decode()
        try connection.post(.insert, Int64(3), "c")
        return seen
      }
      let count = try await count(pool)
      #expect([seen, count] == [2, 3])
    }
  }

  @Test func `a commit fails if what was posted fails, and leaves nothing`() async throws {
    try await scratch.withScratchDatabase { pool in
      let error = await #expect(throws: PostgresError.self) {
        try await pool.withTransaction { connection in
          try connection.query(.insert, Int64(1), "a")
          try connection.post(.insert, Int64(100), "too large")
          try connection.post(.insert, Int64(2), "b")
        }
      }
      #expect(error?.sqlState == SQLState(rawValue: "23514"))
      let count = try await count(pool)
      #expect(count == 0)
    }
  }

  @Test func `what was posted before a body threw is never sent`() async throws {
    try await scratch.withScratchDatabase { pool in
      await #expect(throws: Rejected.self) {
        try await pool.withTransaction { connection in
          try connection.post(.insert, Int64(1), "a")
          throw Rejected()
        }
      }
      // The same connection, in a new transaction.
      _ = try await pool.withTransaction { try $0.query(.insert, Int64(2), "b") }
      let count = try await count(pool)
      #expect(count == 1)
    }
  }

  @Test
  func `a first statement that cannot be prepared fails the transaction even if that is swallowed`()
    async throws
  {
    try await scratch.withScratchDatabase { pool in
      await #expect(throws: PostgresError.self) {
        try await pool.withTransaction { connection in
          _ = try? connection.query(Self.unknownTable)  // the commit must report it
          try connection.query(.insert, Int64(1), "a")
        }
      }
      let count = try await count(pool)
      #expect(count == 0)
    }
  }

  @Test func `a server that goes while several statements run is a lost connection`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        let process: Int32 = try await connection.query(.process)[0].decode()
        try await pool.withConnection { other in
          _ = try await other.query(.terminate, process)
        }
        await #expect(throws: PostgresError.connectionLost) {
          try await connection.query([Call(.count), Call(.insert, Int64(1), "a"), Call(.count)])
        }
        let isUsable = await connection.isUsable
        #expect(!isUsable)
      }
      let count = try await count(pool)
      #expect(count == 0)
    }
  }
}
