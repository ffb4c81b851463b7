import Foundation
import Ledger
import Postgres

/// The queries of a batch before it is written, for stored events, grants and the keys of streams. Their
/// answers count only under the locks of the lanes. A query for nothing is left out.
struct BatchLookup {
  /// The answers; nil for what was not asked.
  struct Found {
    fileprivate let events: Rows?
    fileprivate let grants: Rows?
    /// The rows of the data keys.
    let streamKeys: Rows?
  }

  private let events: Call?
  private let grants: Call?
  private let streamKeys: Call?

  init(
    keys: [Placement.LaneKey], grants: Set<GrantID>, streams: [StreamPlace], laneCount: Int16
  ) {
    events =
      keys.isEmpty
      ? nil
      : Call(.eventKeysFind, keys.map(\.lane), keys.map(\.key.moment), keys.map(\.key.key))
    self.grants = grants.isEmpty ? nil : GrantKeys.query(of: grants, among: laneCount)
    streamKeys = streams.isEmpty ? nil : StreamKeys.query(for: streams)
  }

  var queries: [Call] { [events, grants, streamKeys].compactMap(\.self) }

  /// Returns the answers to ``queries``, in their order.
  func found(_ answers: some Sequence<Rows>) -> Found {
    var answers = answers.makeIterator()
    return Found(
      events: events == nil ? nil : answers.next(),
      grants: grants == nil ? nil : answers.next(),
      streamKeys: streamKeys == nil ? nil : answers.next())
  }
}

extension BatchLookup.Found {
  func knownEvents() throws -> [Placement.LaneKey: Placement.Known] {
    var known: [Placement.LaneKey: Placement.Known] = [:]
    for row in try events?.decode((Int16, Instant, UUID, Int64, Instant).self) ?? [] {
      let (lane, moment, key, position, assertedAt) = row
      known[Placement.LaneKey(lane: lane, key: EventKey(moment: moment, key: key))] =
        Placement.Known(id: EventID(lane: lane, position: position), assertedAt: assertedAt)
    }
    return known
  }

  func knownGrants() throws -> [GrantID: GrantPlace] {
    try grants.map(GrantKeys.places(in:)) ?? [:]
  }
}
