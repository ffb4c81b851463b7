import Foundation

/// The sums of a month in plain SQL over the rows from which the reports are made.
@MainActor
struct PlainSums {
  private let cluster: Cluster

  init(_ cluster: Cluster) {
    self.cluster = cluster
  }

  /// The first month in which half of the entries lie behind, as 2025-06, with the number of entries.
  func middleMonth() throws -> (name: String, entries: Int) {
    let text = try psql(
      """
      select to_char(percentile_disc(0.5) within group (order by occurred_at) at time zone 'UTC',
        'YYYY-MM') || ' ' || count(*) from journal_entry where environment = 'Production'
      """)
    let words = text.split(separator: " ")
    guard words.count == 2, let entries = Int(words[1].filter(\.isNumber)) else {
      throw BenchmarkFailure("The log has no entries.")
    }
    return (String(words[0]), entries)
  }

  /// Returns the seconds of the sums that the reports of a month rest on: for sales, proceeds, the
  /// journal and the commission those of its entries, for the last the corrected lines too, for deferred
  /// revenue those of all prices whose service lies in it in part, and for the three reports of
  /// subscribers, which kinds of periods begin and end in it, what runs at its ends, and the month of
  /// each customer's first payment.
  func seconds(of month: String) throws -> Double {
    let time = "(timestamp '\(month)-01' at time zone 'UTC')"
    let end = "(timestamp '\(month)-01' + interval '1 month') at time zone 'UTC'"
    let groups = "product, subscription_group, storefront, currency"
    let start = now()
    for sums in ["sum(price)", "sum(price), sum(tax), sum(commission)"] {
      _ = try psql(
        "select \(groups), kind, count(*), \(sums) from journal_entry where occurred_at >= \(time) "
          + "and occurred_at < \(end) group by \(groups), kind")
    }
    _ = try psql(
      "select occurred_at::date, \(groups), kind, sum(price), sum(tax), sum(commission) "
        + "from journal_entry where occurred_at >= \(time) and occurred_at < \(end) "
        + "group by occurred_at::date, \(groups), kind")
    _ = try psql(
      "select \(groups), rate, reason, kind, count(*), sum(price), sum(commission), sum(saved), "
        + "sum(lapse_cost) from journal_entry where occurred_at >= \(time) "
        + "and occurred_at < \(end) group by \(groups), rate, reason, kind")
    _ = try psql(
      "select \(groups), rate, reason, count(*) from commission_line "
        + "where charged_at >= \(time) and charged_at < \(end) group by \(groups), rate, reason")
    for _ in 0..<2 {  // once for the report, and once for the journal
      _ = try psql(
        "select \(groups), sum(price) from journal_entry where service_start < \(end) "
          + "and service_end > \(time) group by \(groups)")
    }
    _ = try psql(
      "select * from journal_entry where kind = 'refund' and occurred_at >= \(time) "
        + "and occurred_at < \(end)")
    _ = try psql(
      "select product, subscription_group, storefront, currency, "
        + "count(*) filter (where before is null and starts_at >= \(time)), "
        + "count(*) filter (where before = starts_at and starts_at >= \(time)), "
        + "count(*) filter (where before < starts_at and starts_at >= \(time)), "
        + "count(*) filter (where after is null and ends_at < \(end)) from ("
        + "select *, lag(ends_at) over chain as before, lead(starts_at) over chain as after "
        + "from service_period window chain as (partition by lane, stream order by starts_at)"
        + ") as p where ends_at >= \(time) and starts_at < \(end) group by 1, 2, 3, 4")
    _ = try psql(
      "select product, subscription_group, storefront, currency, "
        + "sum(price) filter (where starts_at < \(time) and ends_at >= \(time)), "
        + "sum(price) filter (where starts_at < \(end) and ends_at >= \(end)) "
        + "from service_period where is_charged group by 1, 2, 3, 4")
    _ = try psql(
      "select date_trunc('month', first), count(*), count(*) filter (where stays) from ("
        + "select min(starts_at) as first, "
        + "bool_or(starts_at < \(end) and ends_at >= \(end)) as stays "
        + "from service_period where is_charged group by lane, stream) as c group by 1")
    return now() - start
  }

  private func psql(_ statement: String) throws -> String {
    try Command.run(
      try Command.postgres("psql"),
      cluster.clientArguments + [
        "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--dbname=postgres",
        "--command", statement,
      ])
  }
}
