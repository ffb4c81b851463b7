import EventStore
package import Intake
package import Ledger

/// A service that erases persons: from the log, and from what waits or is kept beside it.
package struct ErasureService: Sendable {
  package enum Outcome: Sendable, Hashable {
    case erased(AccountErased, JobRetention.Forgotten)
    /// The account was merged into another one. An erasure of that one erases both.
    case mergedInto
  }

  /// A preview of an erasure.
  package struct Preview: Sendable, Hashable {
    /// The accounts that would be erased: the one that answers for the person first, then its guests.
    package let accounts: [AccountID]
    /// The chains that would lose their evidence.
    package let chains: [OriginalTransactionID]
    package let forgotten: JobRetention.Forgotten
    /// True if a write named the account since it was last erased.
    fileprivate let isKnown: Bool

    /// True if nothing is known of the account, and nothing is kept or waits for it.
    package var isEmpty: Bool {
      !isKnown && chains.isEmpty && forgotten.jobs == 0 && forgotten.receipts == 0
    }
  }

  private let intake: Intake
  private let queue: JobQueue

  package init(intake: Intake, queue: JobQueue) {
    self.intake = intake
    self.queue = queue
  }

  /// Returns what an erasure would take; nil for an account that was merged into another one, unless that one is
  /// taken too. Changes nothing.
  package func preview(
    of account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment,
    takingMerged: Bool = false
  ) async throws -> Preview? {
    let reference = AccountReference(environment, bundleID, account)
    guard
      let extent = try await intake.erasures.preview(of: reference, takingMerged: takingMerged)
    else { return nil }
    let names = try await queue.retention.names(of: account, of: bundleID, in: environment)
    var texts = try await queue.log.names(of: names.sorted())
    texts[reference] = account
    return Preview(
      accounts: extent.accounts.compactMap { texts[$0] }, chains: extent.chains,
      forgotten: try await queue.retention.count(
        names, texts: Array(Set(texts.values)), chains: extent.chains, of: bundleID,
        in: environment), isKnown: try await intake.erasures.isKnown(reference))
  }

  /// Returns true if the log has something of an account since it was last erased, whether or not the projections
  /// have read it.
  package func hasHeard(
    of account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Bool {
    try await intake.erasures.hasHeard(of: AccountReference(environment, bundleID, account))
  }

  /// Returns true if an account was merged into another one in any of these environments.
  package func isMerged(
    _ account: AccountID, of bundleID: BundleID, in environments: [StoreEnvironment]
  ) async throws -> Bool {
    for environment in environments {
      let reference = AccountReference(environment, bundleID, account)
      if try await intake.erasures.isMerged(reference) { return true }
    }
    return false
  }

  /// Erases a person, as `ErasureDecisions` says, with the posts that wait, the jobs and the receipts.
  /// Returns after the commit. After an interruption, a repetition deletes what is left.
  ///
  /// The act in lane 0 has neither name nor reason, which may name the person: the account's own event has both.
  ///
  /// - Parameter key: the id of the API key that asks for it.
  package func erase(
    _ account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment,
    takingMerged: Bool = false, author: String?, key: String? = nil, reason: String?
  ) async throws -> Outcome {
    let names = try await queue.retention.names(of: account, of: bundleID, in: environment)
    // The texts of the names cannot be read any more after the erasure.
    let texts = try await queue.log.names(of: names.sorted()).values
    let outcome = try await intake.erasures.erase(
      AccountReference(environment, bundleID, account), of: bundleID, in: environment,
      takingMerged: takingMerged, author: author, reason: reason)
    guard case .erased(let erased) = outcome else { return .mergedInto }
    let forgotten = try await queue.retention.forget(
      names, texts: Array(Set(texts).union([account])), chains: erased.chains, of: bundleID,
      in: environment)
    try await queue.log.acts.record(
      ActRecorded(
        .accountsErase,
        values: [
          "app": bundleID.rawValue, "environment": environment.rawValue,
          "purchases": "\(erased.chains.count)",
        ], signed: ActSignature(ActAuthor(name: author ?? "not recorded", key: key)),
        at: erased.erasedAt))
    return .erased(erased, forgotten)
  }
}
