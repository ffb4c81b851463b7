import EventStore
package import Ledger
import Postgres

/// A filter for grants. A property that is nil allows all grants.
package struct GrantFilter: Hashable, Sendable {
  package var state: GrantState?
  /// The names of one player: the account and its aliases.
  package var accounts: [AccountReference]?
  package var environment: StoreEnvironment?
  package var bundleID: BundleID?

  package init(
    state: GrantState? = nil, accounts: [AccountReference]? = nil,
    environment: StoreEnvironment? = nil, bundleID: BundleID? = nil
  ) {
    self.state = state
    self.accounts = accounts
    self.environment = environment
    self.bundleID = bundleID
  }

  func allows(_ grant: PresentGrant) -> Bool {
    (state ?? grant.state) == grant.state
      && accounts?.contains { $0 == grant.account } ?? true
      && (environment ?? grant.environment) == grant.environment
      && (bundleID ?? grant.bundleID) == grant.bundleID
  }
}

/// A page of grants, with the names of their accounts and the position of the next page.
package struct GrantPage: Sendable {
  package let grants: [PresentGrant]
  /// The names of the accounts, except unknown and forgotten ones.
  package let names: [AccountReference: AccountID]
  /// The position after which the next page begins; nil if nothing is left for now.
  package let next: Position?
}

/// A reader of grants, in the order they were made.
package struct GrantReader: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let positions: ReadPositions
  private let names: NameReader
  private let sharedState: SharedStateCache

  init(
    pool: Pool, log: EventLog, positions: ReadPositions, names: NameReader,
    sharedState: SharedStateCache
  ) {
    self.pool = pool
    self.log = log
    self.positions = positions
    self.names = names
    self.sharedState = sharedState
  }

  /// Returns the next grants in the order they were made, after a position.
  ///
  /// The position counts lane by lane. So a grant that is committed late comes later and is not
  /// left out, and no grant is shown twice.
  package func page(
    _ filter: GrantFilter, after position: Position = Position(), limit: Int
  ) async throws -> Answer<GrantPage> {
    let reached = try await positions.reached()
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(
        .grantsPage, log.lanes, log.lanes.map { position.lanes[$0] ?? 0 },
        filter.state?.rawValue, filter.accounts?.map(\.key), filter.environment?.rawValue,
        filter.bundleID?.rawValue, Int64(limit) + 1)
    }
    let grants = try rows.decode(GrantRow.self).map(\.grant).mergingLanes()
    let shown = Array(grants.prefix(limit))
    let next = shown.reduce(into: position) { $0.reach($1.made) }
    let page = GrantPage(
      grants: shown, names: try await accountNames(of: shown),
      next: grants.count > limit ? next : nil)
    return Answer(page, at: reached)
  }

  /// Returns all grants of a chain by the log as it is now, without waiting for a projection.
  package func grants(recordedOf chain: ChainID) async throws -> GrantPage {
    let events = try await log.reading.events(of: .chain(chain))
    let history = ChainEvents(stream: StreamID.chain(chain).key, before: [], new: events)
    let rows = GrantRows(history, try await sharedState.shared())
    let grants = rows.grants.values.sorted { ($0.made, $0.coin) < ($1.made, $1.coin) }
    return GrantPage(grants: grants, names: try await accountNames(of: grants), next: nil)
  }

  /// Returns a page with one grant. The page is empty if no grant with this id passes the filter.
  package func grant(_ id: GrantID, _ filter: GrantFilter) async throws -> Answer<GrantPage> {
    let reached = try await positions.reached()
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(.grantByID, log.lanes, id.key)
    }
    let grants = try rows.decode(GrantRow.self).map(\.grant).filter(filter.allows).prefix(1)
    let page = GrantPage(
      grants: Array(grants), names: try await accountNames(of: grants), next: nil)
    return Answer(page, at: reached)
  }

  /// Returns the names of the accounts of these grants, after resolving aliases.
  func accountNames(
    of grants: some Sequence<PresentGrant>
  ) async throws -> [AccountReference: AccountID] {
    let accounts = try await names.resolve(Set(grants.compactMap(\.account))).mapValues(\.account)
    let found = try await names.names(of: Set(accounts.values))
    return accounts.compactMapValues { found[$0] }
  }
}

extension [PresentGrant] {
  /// Merges the lanes by the time of the next grant in each. The clocks of several servers may
  /// differ; the order within a lane stays.
  fileprivate func mergingLanes() -> [PresentGrant] {
    var latest: [Int16: Instant] = [:]
    let timed = map { grant in
      let moment = Swift.max(latest[grant.made.lane] ?? grant.grantedAt, grant.grantedAt)
      latest[grant.made.lane] = moment
      return (moment, grant)
    }
    return timed.sorted { ($0.0, $0.1.made) < ($1.0, $1.1.made) }.map(\.1)
  }
}
