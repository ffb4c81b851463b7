import EventStore
package import Ledger

/// The decisions that make accounts known, for every write that names one.
///
/// A name holds in all environments of its app that the write's key reaches. Their events are one commit, before the
/// write. A post makes its account known in the environments of its items itself, with its facts. So the environment of
/// a write is never known before the others, and a repetition of an interrupted write finishes what is missing.
package struct NameDecisions: Sendable {
  private let recorder: EventRecorder
  private let admission: Admission
  private let accounts: AccountReader
  private let ownership: ChainOwnerDecisions

  init(
    recorder: EventRecorder, admission: Admission, accounts: AccountReader,
    ownership: ChainOwnerDecisions
  ) {
    self.recorder = recorder
    self.admission = admission
    self.accounts = accounts
    self.ownership = ownership
  }

  /// Makes an account known in some environments of an app. Returns the chains that waited under its name in each of
  /// them until now, after the commit, which is one for all.
  @discardableResult
  package func makeKnown(
    _ account: AccountID, of bundleID: BundleID, in environments: [StoreEnvironment]
  ) async throws -> BroughtAlong {
    let new = try await new(account, of: bundleID, in: environments)
    var brought: [StoreEnvironment: [OriginalTransactionID]] = [:]
    for poster in new {
      brought[poster.environment] = try await ownership.chains(waitingFor: poster)
    }
    let moment = recorder.now()
    let appended: Appended =
      new.isEmpty
      ? .nothing
      : try await recorder.append(
        new.flatMap { $0.becomingKnown(at: moment) }, names: new.map(\.name))
    return BroughtAlong(
      environments.map { environment in
        TokenChains(environment: environment, chains: brought[environment] ?? [])
      }, position: appended.position)
  }

  /// Makes an account known for a write in one environment: there, and in all others of the app that a key
  /// reaches, unless the account is known there. Returns the chains that waited under its name until now.
  @discardableResult
  package func makeKnown(
    _ account: AccountID, of bundleID: BundleID, for environment: StoreEnvironment,
    within reach: KeyReach
  ) async throws -> BroughtAlong {
    guard try await !new(account, of: bundleID, in: [environment]).isEmpty else {
      return BroughtAlong()
    }
    let others = others(of: bundleID, than: [environment], within: reach)
    return try await makeKnown(account, of: bundleID, in: [environment] + others)
  }

  /// Makes an account known in the environments of an app that a key reaches, apart from those where the write
  /// that follows makes it known. Returns the chains that waited under its name until now.
  func makeKnown(
    _ account: AccountID, of bundleID: BundleID, besides environments: Set<StoreEnvironment>,
    within reach: KeyReach
  ) async throws -> BroughtAlong {
    let others = others(of: bundleID, than: environments, within: reach)
    return try await makeKnown(account, of: bundleID, in: others)
  }

  private func others(
    of bundleID: BundleID, than environments: Set<StoreEnvironment>, within reach: KeyReach
  ) -> [StoreEnvironment] {
    admission.environments(of: bundleID).filter {
      !environments.contains($0) && reach.admits(app: bundleID, environment: $0)
    }
  }

  /// Returns the account in those of some environments where it is not known. One query finds a name known in all,
  /// unless another account answers for it.
  private func new(
    _ account: AccountID, of bundleID: BundleID, in environments: [StoreEnvironment]
  ) async throws -> [Poster] {
    guard !environments.isEmpty else { return [] }
    let aliases = try await accounts.aliases(
      of: environments.map { AccountReference($0, bundleID, account) })
    var new: [Poster] = []
    for (environment, names) in zip(environments, aliases)
    where !names.isKnown || names.leader != nil {
      let poster = try await Poster(account, of: bundleID, in: environment, by: accounts)
      if !poster.resolution.isKnown { new.append(poster) }
    }
    return new
  }
}
