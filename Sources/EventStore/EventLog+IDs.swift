import Foundation
package import Ledger
import Postgres

extension EventLog {
  /// Returns the ids under which these events are recorded, by their keys; none for an event that is not.
  package func ids(of events: [LedgerEvent]) async throws -> [LedgerEvent: EventID] {
    let places = events.map { event in
      (
        lane: lane(of: event.stream),
        key: event.stored.keys(in: event.stream.key).content
      )
    }
    let found = try await rows(
      .eventKeysFind, [places.map(\.lane), places.map(\.key.moment), places.map(\.key.key)]
    ).decode((Int16, Instant, UUID, Int64, Instant).self)
    let ids = Dictionary(
      found.map { lane, moment, key, position, _ in
        (EventKey(moment: moment, key: key), EventID(lane: lane, position: position))
      }, uniquingKeysWith: min)
    return Dictionary(
      zip(events, places).compactMap { event, place in ids[place.key].map { (event, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}
