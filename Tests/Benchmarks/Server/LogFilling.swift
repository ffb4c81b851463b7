/// A filler that makes a long log of a short one by copying its rows, over and over, to later
/// positions.
///
/// Every copy has streams, keys and digests of its own, and follows the one before it in every
/// index as arrivals do. The hash chain over batches and the evidence of copies do not verify. Chains
/// stay in the lanes of their originals.
@MainActor
struct LogFilling {
  private static let eventsPerStatement = 200_000.0

  private let cluster: Cluster

  init(_ cluster: Cluster) {
    self.cluster = cluster
  }

  /// Copies rows until there are at least `events`, and returns the number of events in the log.
  func fill(to events: Int) async throws -> Double {
    try await cluster.run(
      """
      create temp table sample as
        select lane, max(last_position) as span from lane_batch where lane > 0 group by lane;
      create function pg_temp.chain_stream(environment integer, id text) returns uuid
      language sql stable as $$
        select encode(substring(sha256(
          convert_to('chain', 'UTF8') || '\\x00' ||
          convert_to((select text from interned_string where interned_string.id = environment), 'UTF8')
          || '\\x00' || convert_to(chain_stream.id, 'UTF8')) from 1 for 16), 'hex')::uuid
      $$;
      create temp table sample_chain as
        select distinct stream, environment, original_transaction_id from event
        where stream = pg_temp.chain_stream(environment, original_transaction_id);
      create unique index on sample_chain (stream)
      """)
    let sampled = try await cluster.number("select sum(span) from sample")
    let copies = Int((Double(events) / sampled).rounded(.up)) - 1
    let step = max(1, Int(Self.eventsPerStatement / sampled))
    let inserts = try await inserts()
    for first in stride(from: 1, through: max(copies, 0), by: step) {
      let range = "generate_series(\(first), \(min(first + step - 1, copies)))"
      for insert in inserts {
        try await cluster.run(insert.replacing("copies", with: range))
      }
      try await extendPartitions()
    }
    try await cluster.run("vacuum analyze")
    try await cluster.run("checkpoint")
    return sampled * Double(max(copies, 0) + 1)
  }

  private func inserts() async throws -> [String] {
    var inserts: [String] = []
    for table in ["data_key", "event_key", "evidence", "event", "lane_batch"] {
      let columns = try await columns(of: table)
      guard !columns.isEmpty else { continue }
      let names = columns.map(\.name)
      let order = ["position", "first_position"].first(where: names.contains) ?? "lane"
      // The present rows, in a table of their own: every statement copies these and no copies.
      try await cluster.run("create temp table sample_\(table) as select * from \(table)")
      inserts.append(
        """
        insert into \(table) (\(names.joined(separator: ", ")))
        select \(columns.map { $0.copied(in: table) }.joined(separator: ", "))
        from sample_\(table) s join sample h using (lane) cross join copies as k
        order by k, s.\(order)
        """)
    }
    return inserts
  }

  /// Returns the columns in order, or none for a table that this schema does not have.
  private func columns(of table: String) async throws -> [Column] {
    let text = try await cluster.text(
      """
      select coalesce(string_agg(attname || ' ' || format_type(atttypid, null), ','
        order by attnum), '')
      from pg_attribute
      where attrelid = to_regclass('\(table)') and attnum > 0 and not attisdropped
      """)
    return text.split(separator: ",").compactMap { pair in
      let words = pair.split(separator: " ", maxSplits: 1).map(String.init)
      return words.count == 2 ? Column(name: words[0], type: words[1]) : nil
    }
  }

  private func extendPartitions() async throws {
    try await cluster.run(
      """
      do $$ begin
        if to_regproc('extend_partitions') is not null then perform extend_partitions(); end if;
      end $$
      """)
  }
}

private struct Column {
  let name: String
  let type: String

  /// The SQL of the value in copy `k` of a row `s`, in a lane with `h.span` positions.
  func copied(in table: String) -> String {
    switch (name, type) {
    case ("stream", _) where table == "event":
      """
      coalesce(
        (select pg_temp.chain_stream(c.environment, c.original_transaction_id || '-' || k)
          from sample_chain c where c.stream = s.stream),
        md5(s.stream::text || k)::uuid)
      """
    case ("position", _), ("first_position", _), ("last_position", _), ("evidence", "bigint"),
      ("reasserts", "bigint"):
      "s.\(name) + k * h.span"
    case ("stream", "uuid"), ("key", "uuid"), ("notification", "uuid"):
      "md5(s.\(name)::text || k)::uuid"
    case ("digest", "bytea"), ("evidence", "bytea"), ("root", "bytea"), ("chain", "bytea"):
      "sha256(s.\(name) || int4send(k))"
    case ("original_transaction_id", _), ("transaction_id", _), ("app_transaction_id", _),
      ("name", _) where table == "commission_customer":
      "s.\(name) || '-' || k"
    case ("asserted_at", _), ("moment", _):
      "s.\(name) + (s.\(name) > 'epoch')::int * k * interval '1 millisecond'"
    default: "s.\(name)"
    }
  }
}
