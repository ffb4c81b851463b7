import Foundation

/// A counter of the coins credited to wallets since a moment, read from the log.
@MainActor
struct Credits {
  private static let waitMax = 120.0

  private let cluster: Cluster
  /// The last position of each lane at that moment.
  private let heads: String

  init(_ cluster: Cluster) async throws {
    self.cluster = cluster
    heads = try await cluster.text(
      """
      select coalesce(string_agg(format('(%s::smallint, %s::bigint)', lane, head), ', '), '')
      from (
        select l as lane, coalesce(max(b.last_position), 0) as head
        from installation, generate_series(1, lanes) as l
        left join lane_batch b on b.lane = l
        group by l) as h
      """)
  }

  /// Waits for so many credits and returns the time at which the last one appeared. Throws when
  /// there are more: coins were granted twice.
  @discardableResult
  func wait(for count: Int) async throws -> Double {
    let end = now() + Self.waitMax
    while true {
      let credited = Int(try await number())
      guard credited <= count else { throw BenchmarkFailure("Coins were granted twice.") }
      if credited == count { return now() }
      guard now() < end else {
        throw BenchmarkFailure("\(count - credited) of \(count) grants were never credited.")
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Returns the number of credits since the moment. Event type 12 is a wallet's movement.
  private func number() async throws -> Double {
    try await cluster.number(
      """
      select count(*) from (values \(heads)) as h (lane, head)
      join event e on e.lane = h.lane and e.position > h.head and e.type = 12
      """)
  }
}
