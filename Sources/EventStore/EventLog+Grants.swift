package import Ledger
import Postgres

extension EventLog {
  /// Returns the decisions that made these grants. There is one per grant, unless two chains claim
  /// one transaction.
  package func grants(_ ids: Set<GrantID>) async throws -> [GrantID: [GrantMade]] {
    let places = lanes.flatMap { lane in ids.map { (lane: lane, key: EventKey(of: $0)) } }
    let found = try await rows(
      .eventKeysFind,
      [
        places.map(\.lane), places.map { PostgresTimestamp($0.key.moment) }, places.map(\.key.key),
      ])
    let rows = try await rows(
      .eventsByID,
      [
        try found.map { try $0.get(0, as: Int16.self) },
        try found.map { try $0.get(3, as: Int64.self) },
      ])
    let made = try await reader.events(of: Array(rows)).compactMap { event in
      if case .chain(.grantMade(let grant)) = event.event { grant } else { nil }
    }
    return Dictionary(grouping: made, by: \.id)
  }
}
