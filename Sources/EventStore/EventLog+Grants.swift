import Foundation
package import Ledger
import Postgres

extension EventLog {
  /// Returns the decisions that made these grants. There is one per grant, unless two chains claim
  /// one transaction, or coins that were said to be delivered elsewhere were granted here after all.
  package func grants(_ ids: Set<GrantID>) async throws -> [GrantID: [GrantMade]] {
    let keys = ids.flatMap { [EventKey(of: $0), EventKey(ofDeliveredElsewhere: $0)] }
    let places = lanes.flatMap { lane in keys.map { (lane: lane, key: $0) } }
    let found = try await rows(
      .eventKeysFind, [places.map(\.lane), places.map(\.key.moment), places.map(\.key.key)]
    ).decode((Int16, Instant, UUID, Int64, Instant).self)
    let rows = try await rows(.eventsByID, [found.map(\.0), found.map(\.3)])
    let made = try await reader.events(of: Array(rows)).compactMap { event in
      if case .chain(.grantMade(let grant)) = event.event { grant } else { nil }
    }
    return Dictionary(grouping: made, by: \.id)
  }
}
