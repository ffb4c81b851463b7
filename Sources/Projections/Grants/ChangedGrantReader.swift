import EventStore
package import Ledger
import Postgres

/// A page of the grants that were made or changed after a position.
package struct ChangedGrantsPage: Sendable {
  package let grants: GrantPage
  /// The place of the next page; nil if nothing is left for now.
  package let next: ChangedGrantsPlace?
}

/// A place in the list of changed grants: first come those that events of their own chains changed, then
/// those of accounts whose names changed, by a merge or its undo.
package enum ChangedGrantsPlace: Hashable, Sendable {
  /// After the grants that were changed up to a position. If the page ended among grants that changed at
  /// once, those of them follow that come after the last grant of the page.
  case byChain(Position, after: ChangedGrantsEnd?)
  /// After the grants that were made up to a position.
  case byName(Position)
}

/// The last grant of a page that ended among grants that changed at once.
package struct ChangedGrantsEnd: Hashable, Sendable {
  package let lane: Int16
  package let grant: GrantID

  package init(lane: Int16, grant: GrantID) {
    self.lane = lane
    self.grant = grant
  }
}

/// A reader of changed grants.
package struct ChangedGrantReader: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let positions: ReadPositions
  private let names: NameReader
  private let grants: GrantReader

  init(
    pool: Pool, log: EventLog, positions: ReadPositions, names: NameReader, grants: GrantReader
  ) {
    self.pool = pool
    self.log = log
    self.positions = positions
    self.names = names
    self.grants = grants
  }

  /// Returns the next grants that were made or changed after a position, at least once and at most `limit`.
  package func page(
    _ filter: GrantFilter, since position: Position, from place: ChangedGrantsPlace? = nil,
    limit: Int
  ) async throws -> Answer<ChangedGrantsPage> {
    let reached = try await positions.reached()
    var grants: [PresentGrant] = []
    var made = Position()
    switch place ?? .byChain(position, after: nil) {
    case .byName(let after): made = after
    case .byChain(let after, let end):
      let changed = try await grantsOfChangedChains(filter, after: after, end, limit: limit)
      grants = changed.grants
      if let next = changed.next {
        return Answer(
          ChangedGrantsPage(grants: try await self.grants.named(grants, filter), next: next),
          at: reached)
      }
    }
    let renamed = try await grantsOfRenamed(
      filter, since: position, after: made, limit: limit - grants.count)
    let known = Set(grants.map(\.id))
    let all = grants + (renamed?.grants.filter { !known.contains($0.id) } ?? [])
    let next = renamed?.next.map(ChangedGrantsPlace.byName)
    return Answer(
      ChangedGrantsPage(grants: try await self.grants.named(all, filter), next: next), at: reached)
  }

  /// Returns the next grants by lane and by their last change, and the place after them; no place if there
  /// are no more.
  private func grantsOfChangedChains(
    _ filter: GrantFilter, after position: Position, _ end: ChangedGrantsEnd?, limit: Int
  ) async throws -> (grants: [PresentGrant], next: ChangedGrantsPlace?) {
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(
        .grantsChanged, log.lanes,
        log.lanes.map { lane in
          (position.lanes[lane] ?? 0) - (lane == end?.lane ? 1 : 0)
        },
        filter.state?.rawValue, filter.accounts?.map(\.key),
        filter.environments?.map(\.rawValue),
        filter.bundleID?.rawValue, Int64(limit))
    }.decode(GrantRow.self).map(\.grant)
    // A place knows the end of one page only: what that page left of a change comes first.
    func rank(of grant: PresentGrant) -> (Int, Int16, Int64, GrantID) {
      let lane = grant.made.lane
      return (lane == end?.lane ? 0 : 1, lane, grant.changedPosition, grant.id)
    }
    let left = rows.filter { !isListed($0, by: position, end) }
      .sorted { rank(of: $0) < rank(of: $1) }
    let shown = Array(left.prefix(limit))
    let isMore =
      left.count > limit
      || Dictionary(grouping: rows, by: \.made.lane).values.contains { $0.count >= limit }
    guard isMore else { return (shown, nil) }
    var next = position
    for grant in shown { next.reach(grant.lastChange) }
    guard let last = shown.last else {
      for grant in rows { next.reach(grant.lastChange) }
      return ([], .byChain(next, after: nil))
    }
    let isCut = left.dropFirst(limit).contains { $0.lastChange == last.lastChange }
    return (
      shown,
      .byChain(next, after: isCut ? ChangedGrantsEnd(lane: last.made.lane, grant: last.id) : nil)
    )
  }

  /// Returns true for the grants of the change at which a page ended that were on the page.
  private func isListed(
    _ grant: PresentGrant, by position: Position, _ end: ChangedGrantsEnd?
  ) -> Bool {
    guard let end, grant.made.lane == end.lane else { return false }
    return grant.changedPosition == position.lanes[end.lane] && grant.id <= end.grant
  }

  /// Returns nil if no account that the filter allows has changed its names.
  private func grantsOfRenamed(
    _ filter: GrantFilter, since position: Position, after made: Position, limit: Int
  ) async throws -> GrantPage? {
    let changed = try await names.changed(after: position)
    var filter = filter
    let accounts = filter.accounts.map { changed.intersection($0) } ?? changed
    guard !accounts.isEmpty else { return nil }
    filter.accounts = accounts.sorted()
    return try await grants.page(filter, after: made, limit: limit).value
  }
}

extension PresentGrant {
  /// The last event that may have changed the grant.
  fileprivate var lastChange: EventID { EventID(lane: made.lane, position: changedPosition) }
}
