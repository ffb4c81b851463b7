import Postgres
import TestSupport

/// A column of table `event`, to be damaged.
struct EventTableColumn {
  let name: String
  let type: String

  /// The SQL of another value, one bit away if possible.
  var flipped: String {
    let other =
      switch type {
      case "int2", "int4", "int8": "\(name) # 1"
      case "timestamptz": "\(name) + interval '1 microsecond'"
      case "uuid": "overlay(\(name)::text placing '0' from 36)::uuid"
      case "bytea": "set_byte(\(name), 0, get_byte(\(name), 0) # 1)"
      case "json": "'{}'::json"
      default: "\(name) || 'x'"
      }
    let some =
      switch type {
      case "int2", "int4", "int8": "1"
      case "timestamptz": "'2026-01-01 00:00:00+00'"
      case "uuid": "'00000000-0000-0000-0000-000000000001'"
      case "bytea": "'\\x01'"
      case "json": "'{}'::json"
      default: "'x'"
      }
    return "coalesce(\(other), \(some))"
  }

  static func all(of ledger: TestLedger) async throws -> [EventTableColumn] {
    try await ledger.pool.withConnection { connection in
      try await connection.query(
        Statement(
          unsafeSQL: """
            select column_name::text, udt_name::text from information_schema.columns
            where table_name = 'event' order by ordinal_position
            """)
      ).decode((String, String).self).map(EventTableColumn.init)
    }
  }
}
