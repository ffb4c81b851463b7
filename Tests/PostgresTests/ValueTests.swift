import Foundation
import Postgres
import TestSupport
import Testing

struct ValueTests {
  private func roundTrip<V: PostgresEncodable & PostgresDecodable & Equatable>(
    _ values: [V], as type: String
  ) async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        let echo = Statement(unsafeSQL: "select $1::\(type)")
        for value in values {
          let back = try await connection.query(echo, value)[0].decode(V.self)
          #expect(back == value)
        }
        let null = try await connection.query(echo, nil)[0].decode(V?.self)
        #expect(null == nil)
      }
    }
  }

  @Test func `integers and booleans come back at their limits`() async throws {
    try await roundTrip([true, false], as: "bool")
    try await roundTrip([Int16.min, 0, .max], as: "int2")
    try await roundTrip([Int32.min, -1, .max], as: "int4")
    try await roundTrip([Int64.min, -1, .max], as: "int8")
  }

  @Test func `texts, bytes and identifiers come back, empty ones too`() async throws {
    try await roundTrip(["", "台帳 'quoted' \\ \n"], as: "text")
    try await roundTrip(
      [[UInt8](), [0, 255, 0], Array(repeating: 7, count: 100_000)], as: "bytea")
    try await roundTrip([UUID()], as: "uuid")
    try await roundTrip([JSONText(#"{"b": 1,  "a": [null]}"#)], as: "json")
  }

  @Test func `moments come back on both sides of every epoch`() async throws {
    let moments: [Int64] = [0, -1, 946_684_799_999, 946_684_800_000, 1_799_999_999_123]
    try await roundTrip(
      moments.map(PostgresTimestamp.init(millisecondsSince1970:)), as: "timestamptz")
  }

  @Test func `a moment finer than a millisecond is cut off downward`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        let statement = Statement(
          unsafeSQL: "select timestamptz '1999-12-31 23:59:59.9999+00', to_timestamp(1.2345)")
        let row = try await connection.query(statement)[0]
        let (before, after) = try row.decode((PostgresTimestamp, PostgresTimestamp).self)
        #expect(before.millisecondsSince1970 == 946_684_799_999)
        #expect(after.millisecondsSince1970 == 1_234)
      }
    }
  }

  @Test func `arrays come back, with nulls and without`() async throws {
    try await roundTrip([[Int64](), [1, -2, .max]], as: "int8[]")
    try await roundTrip([[Int64?](), [1, nil, 3]], as: "int8[]")
    try await roundTrip([["", "a,{\"}"]], as: "text[]")
    try await roundTrip([[[UInt8](), [0, 1]]], as: "bytea[]")
    try await roundTrip([[[UInt8]?.none, [9]]], as: "bytea[]")
    try await roundTrip([[UUID(), nil]], as: "uuid[]")
    try await roundTrip([[true, false]], as: "bool[]")
    try await roundTrip([[PostgresTimestamp(millisecondsSince1970: 5), nil]], as: "timestamptz[]")
  }

  @Test func `a batch goes in by unnest and is counted`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        let insert = Statement(
          unsafeSQL: "insert into thing (id, note) select * from unnest($1::bigint[], $2::text[])")
        let ids: [Int64] = [1, 2, 3]
        let notes: [String?] = ["a", nil, "c"]
        #expect(try await connection.query(insert, ids, notes).affected == 3)
        let rows = try await connection.query(
          Statement(unsafeSQL: "select note from thing order by id"))
        #expect(try rows.decode(String?.self) == notes)
      }
    }
  }

  @Test func `a null, another type and another number of columns are decoding errors`() async throws
  {
    try await scratch.withScratchDatabase { pool in
      let statement = Statement(unsafeSQL: "select null::text, 1::int4")
      let row = try await pool.withConnection { try await $0.query(statement)[0] }
      let (text, number) = try row.decode((String?, Int32).self)
      #expect(text == nil)
      #expect(number == 1)
      #expect { try row.decode((String, Int32).self) } throws: { isDecoding($0, column: 0) }
      #expect { try row.decode((String?, Int64).self) } throws: { isDecoding($0, column: 1) }
      #expect { try row.decode((String?, Int32, Int32).self) } throws: { isDecoding($0, column: 2) }
      #expect { try row.decode(String?.self) } throws: { isDecoding($0, column: 1) }
    }
  }

  private func isDecoding(_ error: any Error, column: Int) -> Bool {
    if case PostgresError.decoding(column, _, _) = error { true } else { false }
  }

  @Test func `a statement takes a null first and a value later, of any type it once took`()
    async throws
  {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        let statement = Statement(
          unsafeSQL: "insert into thing (id, note) values (coalesce($1, 1), $2) returning id")
        let first: Int64 = try await connection.query(statement, nil, nil)[0].decode()
        #expect(first == 1)
        #expect(try await connection.query(statement, Int64(2), "b")[0].decode() == Int64(2))
        #expect(try await connection.query(statement, Int32(3), nil)[0].decode() == Int64(3))
      }
    }
  }

  @Test func `two statements may share a name`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        for number in Int32(1)...2 {
          let statement = Statement(unsafeSQL: "select \(number)", name: "the same")
          let answer: Int32 = try await connection.query(statement)[0].decode()
          #expect(answer == number)
        }
      }
    }
  }

  @Test func `a prepared statement survives a change of its table`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        let statement = Statement(unsafeSQL: "select * from thing")
        try await connection.query(statement)
        try await connection.script("alter table thing add column more text")
        #expect(try await connection.query(statement).isEmpty)
      }
    }
  }
}
