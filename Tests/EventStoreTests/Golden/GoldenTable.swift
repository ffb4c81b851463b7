import Foundation
import Ledger
import Postgres

@testable import EventStore

/// Table `event` as the tests see it: rows inserted and read column by column, past the codec.
struct GoldenTable {
  static let bookkeeping: Set<String> = [
    "position", "first_position", "recorded_at", "evidence", "reasserts",
  ]
  /// The columns that hold ids of interned strings.
  private static let interned: Set<String> = [
    "environment", "app", "product", "product_type", "subscription_group", "ownership", "reason",
    "storefront", "storefront_id", "currency", "billing_plan", "offer_identifier",
    "offer_discount", "offer_period", "revocation_type", "auto_renew_product",
    "notification_type", "notification_subtype", "renewal_product", "renewal_currency",
    "renewal_billing_plan", "renewal_offer_identifier", "renewal_offer_discount",
    "renewal_offer_period",
  ]
  private static let jsonColumns = ["extra", "details", "renewal_extra"]

  let owner: Pool

  /// Interns every string of these rows, as a writer does before it writes them.
  func intern(_ rows: [GoldenRow]) async throws {
    let texts = Set(
      rows.flatMap { row in row.row.filter { Self.interned.contains($0.key) }.map(\.value) }
    ).compactMap(\.text).sorted()
    _ = try await query(
      """
      insert into interned_string (id, text)
      select n, text from unnest($1::text[]) with ordinality as t(text, n)
      """, texts)
  }

  /// Inserts a row as it stands at the positions of its events in its lane.
  func insert(
    _ row: GoldenRow, at positions: ClosedRange<Int64>, reasserts: Int64?
  ) async throws {
    let ids = try await ids()
    var columns = try row.row.filter { !Self.jsonColumns.contains($0.key) }.map { name, value in
      let stored = Self.interned.contains(name) ? .number(Int64(try ids.id(value))) : value
      return try "\"\(name)\":" + Self.json(stored)
    }
    columns += [
      "\"position\":\(positions.upperBound)",
      "\"recorded_at\":\"2026-06-01T00:00:00+00:00\"",
    ]
    if positions.count > 1 { columns.append("\"first_position\":\(positions.lowerBound)") }
    if let reasserts { columns.append("\"reasserts\":\(reasserts)") }
    for column in Self.jsonColumns {
      if let text = row.row[column]?.text { columns.append("\"\(column)\":\(text)") }
    }
    _ = try await query(
      "insert into event select r.* from json_populate_record(null::event, $1::text::json) r",
      "{" + columns.joined(separator: ",") + "}")
  }

  /// The stored columns of a row but for the bookkeeping, empty ones left out.
  func columns(of id: EventID) async throws -> [String: StoredValue] {
    let row = try await query(
      """
      select (jsonb_strip_nulls(to_jsonb(e)) - 'extra' - 'details' - 'renewal_extra')::text,
             extra::text, details::text, renewal_extra::text
      from event e where lane = $1::smallint and position = $2::bigint
      """, id.lane, id.position)[0]
    let (json, extra, details, renewal) = try row.decode((String, String?, String?, String?).self)
    var columns = try JSONDecoder().decode([String: StoredValue].self, from: Data(json.utf8))
    let texts = try await ids().texts
    for name in Self.interned {
      guard case .number(let id)? = columns[name] else { continue }
      columns[name] = texts[Int32(id)].map { .text($0) }
    }
    for (column, text) in zip(Self.jsonColumns, [extra, details, renewal]) {
      columns[column] = text.map { .text($0) }
    }
    return columns.filter { !Self.bookkeeping.contains($0.key) }
  }

  /// The keys under which the events of one row are known.
  func keys(of ids: [EventID]) async throws -> [GoldenRow.Key] {
    try await query(
      """
      select to_json(moment)::text, key from event_key
      where lane = any($1::smallint[]) and position = any($2::bigint[]) order by moment, key
      """, ids.map(\.lane), ids.map(\.position)
    ).map { row in
      let (moment, key) = try row.decode((String, UUID).self)
      return GoldenRow.Key(moment: moment.replacing("\"", with: ""), key: key)
    }
  }

  private struct InternedStrings {
    var texts: [Int32: String] = [:]

    func id(_ value: StoredValue) throws -> Int32 {
      guard let id = texts.first(where: { $0.value == value.text })?.key else {
        throw StoredEventError.incomplete("\(value) is not interned")
      }
      return id
    }
  }

  private func ids() async throws -> InternedStrings {
    let strings = try await query("select id, text from interned_string").map {
      try $0.decode((Int32, String).self)
    }
    return InternedStrings(texts: Dictionary(uniqueKeysWithValues: strings))
  }

  private static func json(_ value: StoredValue) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// Moments are told in UTC, whatever the server's own zone is.
  private func query(
    _ sql: String, _ parameters: any PostgresEncodable...
  ) async throws -> [Row] {
    try await owner.withTransaction { connection in
      try connection.query(Statement(unsafeSQL: "set local time zone 'UTC'"))
      return Array(try connection.query(Statement(unsafeSQL: sql), parameters.map { $0 }))
    }
  }
}
