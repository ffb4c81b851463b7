import EventStore
package import Ledger
import Postgres

/// A filter for grants. A property that is nil allows all grants.
package struct GrantFilter: Hashable, Sendable {
  package var state: GrantState?
  /// The names of one player: the account and its aliases.
  package var accounts: [AccountReference]?
  package var environments: Set<StoreEnvironment>?
  package var bundleID: BundleID?

  package init(
    state: GrantState? = nil, accounts: [AccountReference]? = nil,
    environment: StoreEnvironment? = nil, bundleID: BundleID? = nil
  ) {
    self.state = state
    self.accounts = accounts
    environments = environment.map { [$0] }
    self.bundleID = bundleID
  }

  func allows(_ grant: PresentGrant) -> Bool {
    (state ?? grant.state) == grant.state
      && accounts?.contains { $0 == grant.account } ?? true
      && environments?.contains(grant.environment) ?? true
      && (bundleID ?? grant.bundleID) == grant.bundleID
  }
}

/// The accounts of some grants as games see them.
package struct GrantAccounts: Sendable {
  /// The names of the accounts, except unknown and forgotten ones.
  package let names: [AccountReference: AccountID]
  /// The accounts to which the grants were made, erased ones too.
  private let holders: [GrantID: AccountReference]
  private let changes: NameChanges
  private let epochNumber: Int64

  init(
    of grants: [PresentGrant], names: [AccountReference: AccountID], changes: NameChanges,
    epochNumber: Int64
  ) {
    holders = grants.reduce(into: [:]) { $0[$1.id] = $1.account }
    self.names = names
    self.changes = changes
    self.epochNumber = epochNumber
  }

  package func revision(of grant: PresentGrant) -> GrantRevision {
    GrantRevision(
      inEpoch: epochNumber, at: grant.changedPosition,
      nameChanges: holders[grant.id].map(changes.count) ?? 0)
  }
}

/// A page of grants, with their accounts and the position of the next page.
package struct GrantPage: Sendable {
  package let grants: [PresentGrant]
  package let accounts: GrantAccounts
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
        filter.state?.rawValue, filter.accounts?.map(\.key),
        filter.environments?.map(\.rawValue),
        filter.bundleID?.rawValue, Int64(limit) + 1)
    }
    let grants = try rows.decode(GrantRow.self).map(\.grant).mergingLanes()
    let shown = Array(grants.prefix(limit))
    let next = shown.reduce(into: position) { $0.reach($1.made) }
    let page = try await named(shown, filter, next: grants.count > limit ? next : nil)
    return Answer(page, at: reached)
  }

  /// Returns all grants of chains by the log as it is now, without waiting for a projection. The page is
  /// divided by chain.
  package func grants(
    recordedOf chains: [ChainID]
  ) async throws -> (page: GrantPage, ofChains: [ChainID: Set<GrantID>]) {
    let events = try await log.reading.events(of: chains.map(StreamID.chain))
    let shared = try await sharedState.shared()
    var grants: [PresentGrant] = []
    var ofChains: [ChainID: Set<GrantID>] = [:]
    for chain in chains {
      let stream = StreamID.chain(chain)
      let history = ChainEvents(stream: stream.key, before: [], new: events[stream] ?? [])
      let rows = GrantRows(history, shared)
      ofChains[chain] = Set(rows.grants.keys)
      grants += rows.grants.values.sorted { ($0.made, $0.coin) < ($1.made, $1.coin) }
    }
    return (try await named(grants), ofChains)
  }

  /// Returns the grants of a chain that have no account now: they wait for one, or their person was erased.
  package func withoutAccount(of chain: ChainID) async throws -> Set<GrantID> {
    let page = try await grants(recordedOf: [chain]).page
    return Set(page.grants.filter { $0.account == nil }.map(\.id))
  }

  /// Returns a page with one grant: as the projection has it, or by the log if the projection has not met it
  /// yet. The page is empty if no grant with this id passes the filter.
  package func grant(_ id: GrantID, _ filter: GrantFilter) async throws -> Answer<GrantPage> {
    let reached = try await positions.reached()
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(.grantByID, log.lanes, id.key)
    }
    let projected = try rows.decode(GrantRow.self).map(\.grant)
    let grants = projected.isEmpty ? try await recorded(id) : projected
    let page = try await named(Array(grants.filter(filter.allows).prefix(1)), filter)
    return Answer(page, at: page.grants.reduce(into: reached) { $0.reach($1.made) })
  }

  /// Returns the grant of an id by the log as it is now; none if it was not made.
  private func recorded(_ id: GrantID) async throws -> [PresentGrant] {
    guard let place = try await log.reading.places(of: [id])[id],
      case .chain(.grantMade(let made)) = try await log.reading.event(place.event)?.event
    else { return [] }
    return try await grants(recordedOf: [made.chain]).page.grants.filter { $0.id == id }
  }

  /// Returns a page of grants as they are shown, with the names of their accounts.
  func named(
    _ grants: [PresentGrant], _ filter: GrantFilter = GrantFilter(), next: Position? = nil
  ) async throws -> GrantPage {
    let (resolutions, changes) = try await names.resolveNoting(Set(grants.compactMap(\.account)))
    let freed = Set(resolutions.filter { $0.value.wasFreed }.keys)
    let shown = try await ErasedHolders(log, names).leavingOut(freed, of: grants)
    let accounts = resolutions.mapValues(\.account)
    let found = try await names.names(of: Set(accounts.values))
    let known = accounts.compactMapValues { found[$0] }
    return GrantPage(
      grants: filter.accounts == nil
        ? shown : shown.filter { $0.account.flatMap { known[$0] } != nil },
      accounts: GrantAccounts(
        of: grants, names: known, changes: changes,
        epochNumber: log.installation.epochNumber),
      next: next)
  }

  /// Returns the revision of a grant that was made in the batch of its post.
  ///
  /// - Parameter changes: the number of changes of the account's name, as the batch knew them.
  package func revision(of grant: PresentGrant, nameChanges changes: Int) -> GrantRevision {
    GrantRevision(
      inEpoch: log.installation.epochNumber, at: grant.changedPosition, nameChanges: changes)
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
