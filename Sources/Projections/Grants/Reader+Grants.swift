import EventStore
package import Ledger
import Postgres

/// Which grants are asked for; nil asks for all.
package struct GrantFilter: Hashable, Sendable {
  package var state: GrantState?
  /// What one player is called by: its account and whatever stands for it.
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

/// Some grants, what their accounts are called, and from where the rest goes on.
package struct GrantPage: Sendable {
  package let grants: [PresentGrant]
  /// Of the names that are known and not forgotten.
  package let names: [AccountReference: AccountID]
  /// Nil where nothing is left for now.
  package let next: Position?
}

extension Reader {
  /// The next grants in the order in which they were made, after a position.
  ///
  /// The position counts lane by lane, so that a grant committed late comes later and is not left out,
  /// and one shown is not shown again.
  package func grants(
    _ filter: GrantFilter, after position: Position = Position(), limit: Int
  ) async throws -> Answer<GrantPage> {
    let reached = try await reached(by: .grants)
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(
        ProjectionStatements.grantsPage, log.lanes, log.lanes.map { position.lanes[$0] ?? 0 },
        filter.state?.rawValue, filter.accounts?.map(\.key), filter.environment?.rawValue,
        filter.bundleID?.rawValue, Int64(limit) + 1)
    }
    let grants = try rows.map { try PresentGrant($0) }.mergingLanes()
    let shown = Array(grants.prefix(limit))
    let next = shown.reduce(into: position) { $0.reach($1.made) }
    let page = GrantPage(
      grants: shown, names: try await accountNames(of: shown),
      next: grants.count > limit ? next : nil)
    return Answer(page, at: reached)
  }

  /// One grant, alone on its page; nothing where there is none of this id that the filter allows.
  package func grant(_ id: GrantID, _ filter: GrantFilter) async throws -> Answer<GrantPage> {
    let reached = try await reached(by: .grants)
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(ProjectionStatements.grantByID, log.lanes, id.key)
    }
    let grants = try rows.map { try PresentGrant($0) }.filter(filter.allows).prefix(1)
    let page = GrantPage(
      grants: Array(grants), names: try await accountNames(of: grants), next: nil)
    return Answer(page, at: reached)
  }
}

extension Reader {
  /// What the accounts are called that these grants' accounts stand for.
  private func accountNames(
    of grants: some Sequence<PresentGrant>
  ) async throws -> [AccountReference: AccountID] {
    var accounts: [AccountReference: AccountReference] = [:]
    for account in Set(grants.compactMap(\.account)) {
      accounts[account] = try await resolve(account).account
    }
    let names = try await log.names(of: Array(Set(accounts.values)))
    return accounts.compactMapValues { names[$0] }
  }
}

extension [PresentGrant] {
  /// Merges lanes, each in order, by when its next one was granted. Clocks of several servers may
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
