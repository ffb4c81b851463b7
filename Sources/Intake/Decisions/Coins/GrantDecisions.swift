package import EventStore
package import Ledger

/// The decisions of granting. A paused ledger refuses them with `EventLogError.paused`.
package struct GrantDecisions: Sendable {
  package let accounts: AccountReader
  package let settledChains: SettledChains
  private let recorder: EventRecorder
  private let wallets: WalletDecisions

  package init(_ intake: Intake) {
    accounts = intake.accounts
    settledChains = intake.settledChains
    recorder = intake.recorder
    wallets = intake.walletDecisions
  }

  package var log: EventLog { recorder.log }

  /// The moment of decisions that are made now.
  package var moment: Instant { recorder.now() }

  /// Records grants. Returns those that were not recorded already, with their events, and those that were
  /// refused because another chain has them.
  @discardableResult
  package func make(
    _ grants: [GrantMade]
  ) async throws -> (made: [(grant: GrantMade, event: EventID)], refused: [RefusedGrant]) {
    guard !grants.isEmpty else { return ([], []) }
    let outcomes = try await log.append(
      grants.map { NewEvent(.chain(.grantMade($0))) }, isRefusedWhilePaused: true
    ).outcomes
    let made = zip(grants, outcomes).compactMap { grant, outcome in
      outcome.isDuplicate ? nil : (grant, outcome.id)
    }
    let others = zip(grants, outcomes).filter(\.1.isDuplicate).map(\.0)
    return (made, try await refused(others))
  }

  /// Returns those of these grants that another chain has.
  private func refused(_ grants: [GrantMade]) async throws -> [RefusedGrant] {
    let places = try await log.reading.places(of: Set(grants.map(\.id)))
    var refused: [RefusedGrant] = []
    for grant in grants {
      guard let place = places[grant.id], place.stream != grant.stream.key,
        case .chain(.grantMade(let first)) = try await log.reading.event(place.event)?.event
      else { continue }
      refused.append(RefusedGrant(grant: grant, grantedIn: first.chain))
    }
    return refused
  }

  /// Records the accounts of grants that waited for one, or changed it. Returns those that were not recorded,
  /// because another decision on the grant came before.
  @discardableResult
  package func assign(_ assigned: [GrantAssigned]) async throws -> [GrantAssigned] {
    guard !assigned.isEmpty else { return [] }
    let outcomes = try await log.append(
      assigned.map { NewEvent(.chain(.grantAssigned($0))) }, isRefusedWhilePaused: true
    ).outcomes
    return zip(assigned, outcomes).filter(\.1.isDuplicate).map(\.0)
  }

  /// Makes the wallet of an account follow grants. Returns those that it could not follow.
  package func follow(
    _ statuses: [GrantStatus], for account: AccountReference, in bundleID: BundleID,
    environment: StoreEnvironment
  ) async throws -> [UnfollowedGrant] {
    try await wallets.follow(statuses, for: account, in: bundleID, environment: environment)
  }
}
