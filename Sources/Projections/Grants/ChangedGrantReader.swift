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
  /// After the grants that were changed up to a position.
  case byChain(Position)
  /// After the grants that were made up to a position.
  case byName(Position)
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

  /// Returns the next grants that were made or changed after a position, at least once. A page holds
  /// `limit` grants of each lane, and more where several changed at once.
  package func page(
    _ filter: GrantFilter, since position: Position, from place: ChangedGrantsPlace? = nil,
    limit: Int
  ) async throws -> Answer<ChangedGrantsPage> {
    let reached = try await positions.reached()
    var grants: [PresentGrant] = []
    var made = Position()
    switch place ?? .byChain(position) {
    case .byName(let after): made = after
    case .byChain(let after):
      grants = try await grantsOfChangedChains(filter, after: after, limit: limit)
      let isFull = Dictionary(grouping: grants, by: \.made.lane).values
        .contains { $0.count >= limit }
      guard !isFull else {
        let next = grants.reduce(into: after) { next, grant in
          next.reach(EventID(lane: grant.made.lane, position: grant.changedPosition))
        }
        return Answer(
          ChangedGrantsPage(
            grants: try await self.grants.named(grants, filter), next: .byChain(next)),
          at: reached)
      }
    }
    let renamed = try await grantsOfRenamed(filter, since: position, after: made, limit: limit)
    let known = Set(grants.map(\.id))
    let all = grants + (renamed?.grants.filter { !known.contains($0.id) } ?? [])
    let next = renamed?.next.map(ChangedGrantsPlace.byName)
    return Answer(
      ChangedGrantsPage(grants: try await self.grants.named(all, filter), next: next), at: reached)
  }

  private func grantsOfChangedChains(
    _ filter: GrantFilter, after position: Position, limit: Int
  ) async throws -> [PresentGrant] {
    try await pool.withConnection { [log] connection in
      try await connection.query(
        .grantsChanged, log.lanes, log.lanes.map { position.lanes[$0] ?? 0 },
        filter.state?.rawValue, filter.accounts?.map(\.key),
        filter.environments?.map(\.rawValue),
        filter.bundleID?.rawValue, Int64(limit))
    }.decode(GrantRow.self).map(\.grant)
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
