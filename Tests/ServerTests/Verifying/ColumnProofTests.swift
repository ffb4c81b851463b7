import Foundation
import Postgres
import TestSupport
import Testing

/// Every column of the schema has a proof, and the proof holds: a damage by force is found by the command that the list
/// names.
struct ColumnProofTests {
  private struct Column: Hashable {
    let table: String
    let name: String
    let type: String
    let canBeNull: Bool

    /// The SQL of another value.
    var flipped: String {
      let other =
        switch type {
        case "int2", "int4", "int8": "\(name) + 1"
        case "bool": "not \(name)"
        case "date": "\(name) + 1"
        case "timestamptz": "\(name) + interval '1 day'"
        case "uuid": "overlay(\(name)::text placing '00000000' from 1)::uuid"
        case "bytea":
          "set_byte(\(name), octet_length(\(name)) - 1, get_byte(\(name), octet_length(\(name)) - 1) # 1)"
        case "json": "'{}'::json"
        case _ where type.hasPrefix("_"): "null"
        default: "\(name) || 'x'"
        }
      return "(\(other))"
    }
  }

  private static func columns(_ ledger: TestLedger) async throws -> [Column] {
    try await ledger.owner.withConnection { connection in
      try await connection.query(
        Statement(
          unsafeSQL: """
            select c.table_name::text, c.column_name::text, c.udt_name::text, c.is_nullable = 'YES'
            from information_schema.columns c
            join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
            where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition
            order by 1, c.ordinal_position
            """)
      ).decode((String, String, String, Bool).self).map(Column.init)
    }
  }

  @Test func `every column of the schema has one proof`() async throws {
    let proofs = try ColumnProof.all()
    let listed = proofs.map { "\($0.table).\($0.column)" }
    try await TestLedger.with { ledger in
      let columns = try await Self.columns(ledger).map { "\($0.table).\($0.name)" }
      #expect(
        Set(columns).subtracting(listed).sorted() == [], "say in columns.txt what finds a change")
      #expect(Set(listed).subtracting(columns).sorted() == [], "these are no columns any more")
    }
    #expect(listed.count == Set(listed).count)
  }

  @Test func `an honest ledger has no finding`() async throws {
    try await ProvenLedger.with { small in
      for means in [ColumnProof.Means.verify, .evidence, .projections, .wallets, .against] {
        let found = try await small.findings(by: means)
        #expect(found == [], "\(means)")
      }
    }
  }

  /// Tables without a row in the honest ledger, and columns without any value, are damaged by no test.
  @Test func `a damaged column is found by the command that the list names`() async throws {
    let proofs = Dictionary(
      try ColumnProof.all().map { ("\($0.table).\($0.column)", $0.means) }
    ) { first, _ in first }
    try await ProvenLedger.with { small in
      var (damaged, missed): (Int, [String]) = (0, [])
      for column in try await Self.columns(small.ledger) {
        guard let means = proofs["\(column.table).\(column.name)"] else { continue }
        switch means {
        case .harmless, .untold, .doctor, .start, .against: continue
        case .verify, .evidence, .projections, .wallets: break
        }
        guard try await Self.damage(column, in: small) else { continue }
        let found = try await small.findings(by: means)
        let isNamed = found.contains { Self.names(column, $0) }
        if !isNamed { missed.append("\(column.table).\(column.name): \(found.prefix(2))") }
        damaged += 1
        try await Self.restore(column, in: small)
      }
      #expect(missed == [])
      #expect(damaged > 150, "\(damaged) columns were damaged")
      #expect(try await small.findings(by: .projections) == [])
    }
  }

  /// Flips the first value of a column that is not null, and keeps the table. Returns false if there is none, or if the
  /// database itself rejects the other value.
  private static func damage(_ column: Column, in small: ProvenLedger) async throws -> Bool {
    let (table, name) = (column.table, column.name)
    guard
      try await small.ledger.count("select count(*) from \(table) where \(name) is not null") > 0
    else { return false }
    try await small.damage("create table kept as select * from \(table)")
    do {
      try await small.damage(
        """
        update \(table) set \(name) = \(column.flipped)
        where (tableoid, ctid) = (
          select tableoid, ctid from \(table) where \(name) is not null
          order by \(table)::text limit 1)
        """)
      return true
    } catch {
      try await small.ledger.owner.withConnection {
        try await $0.script("rollback; drop table kept")
      }
      return false
    }
  }

  private static func restore(_ column: Column, in small: ProvenLedger) async throws {
    try await small.damage(
      """
      delete from \(column.table);
      insert into \(column.table) select * from kept;
      drop table kept
      """)
  }

  /// True if a finding names the table and the column, in the words of the verification.
  private static func names(_ column: Column, _ finding: String) -> Bool {
    let tables: [String: [String]] = [
      "lane_batch": ["batch", "lane "], "jws_header": ["header"],
      "event": ["event", "lane ", "evidence "],
      "event_key": ["key", "event"], "grant_key": ["grant"],
      "evidence": ["evidence", "batch", "lane "],
      "interned_string": ["interned_string", "event "], "lane": ["table lane", "lane "],
      "installation": ["installation", "lane ", "not started"],
      "data_key": ["data_key", "does not open"],
    ]
    return (tables[column.table] ?? [column.table]).contains { finding.contains($0) }
  }
}
