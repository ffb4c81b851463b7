import EventStore
package import Intake
package import Ledger

/// A service that erases persons: from the log, and from what waits or is kept beside it.
///
/// There is something to erase in an environment if the log has heard of the person since the last erasure, or if
/// jobs or receipts under the person's names are left, such as those of a post that only waits.
package struct ErasureService: Sendable {
  /// The result of an erasure, or of one that is only tried.
  package enum Outcome<Place: Sendable>: Sendable {
    /// The environments where there was something to erase; empty if there was nothing.
    case places([Place])
    /// The account was merged into another one in these environments. An erasure of that one erases both.
    case mergedInto(in: [StoreEnvironment])
  }

  /// The account's own event of an erasure, and what was deleted beside the log.
  package struct Erased: Sendable, Hashable {
    package let event: AccountErased
    package let forgotten: JobRetention.Forgotten
  }

  /// A preview of an erasure in one environment.
  package struct Preview: Sendable, Hashable {
    package let environment: StoreEnvironment
    /// The accounts that would be erased: the one that answers for the person first, then its guests.
    package let accounts: [AccountID]
    /// The chains that would lose their evidence.
    package let chains: [OriginalTransactionID]
    package let forgotten: JobRetention.Forgotten
  }

  /// An author of an erasure, the API key, if it was one, and the reason.
  private struct Signature {
    let author: String?
    let key: String?
    let reason: String?
  }

  private let apps: [ConfiguredApp]
  private let intake: Intake
  private let queue: JobQueue

  package init(_ apps: [ConfiguredApp], intake: Intake, queue: JobQueue) {
    self.apps = apps
    self.intake = intake
    self.queue = queue
  }

  /// Returns what an erasure in some environments would take. An account that was merged into another one in any of
  /// them is erased in none, unless that one is taken too. Changes nothing.
  package func preview(
    of account: AccountID, of bundleID: BundleID, in environments: [StoreEnvironment],
    takingMerged: Bool = false
  ) async throws -> Outcome<Preview> {
    let merged = try await mergedPlaces(of: account, of: bundleID, in: environments)
    guard merged.isEmpty || takingMerged else { return .mergedInto(in: merged) }
    let unplaced = try await placeOfUnplaced(account, of: bundleID, in: environments)
    var previews: [Preview] = []
    for environment in environments {
      let found = try await belongings(
        of: account, of: bundleID, in: environment, takingMerged: takingMerged,
        includingUnplaced: environment == unplaced)
      guard let found else { return .mergedInto(in: [environment]) }
      guard !found.isEmpty else { continue }
      previews.append(
        Preview(
          environment: environment, accounts: found.accounts, chains: found.extent.chains,
          forgotten: found.kept))
    }
    return .places(previews)
  }

  /// Erases a person in some environments, as `ErasureDecisions` says, with the posts that wait, the jobs and the
  /// receipts. An account that was merged into another one in any of them is erased in none, unless that one is taken
  /// too. Returns after the commit. After an interruption, a repetition deletes what is left.
  ///
  /// The act in lane 0 has neither name nor reason, which may name the person: the account's own event has both.
  ///
  /// - Parameter key: the id of the API key that asks for it.
  package func erase(
    _ account: AccountID, of bundleID: BundleID, in environments: [StoreEnvironment],
    takingMerged: Bool = false, author: String?, key: String? = nil, reason: String?
  ) async throws -> Outcome<Erased> {
    let merged = try await mergedPlaces(of: account, of: bundleID, in: environments)
    guard merged.isEmpty || takingMerged else { return .mergedInto(in: merged) }
    let signature = Signature(author: author, key: key, reason: reason)
    let unplaced = try await placeOfUnplaced(account, of: bundleID, in: environments)
    var erased: [Erased] = []
    for environment in environments {
      let found = try await belongings(
        of: account, of: bundleID, in: environment, takingMerged: takingMerged,
        includingUnplaced: environment == unplaced)
      if let found, found.isEmpty { continue }
      guard let found,
        let taken = try await take(found, takingMerged: takingMerged, by: signature)
      else {
        // It was merged meanwhile. What was erased before is told; a repetition tells of the merge.
        return erased.isEmpty ? .mergedInto(in: [environment]) : .places(erased)
      }
      erased.append(taken)
    }
    return .places(erased)
  }

  /// Returns the environment with which the posts that named neither an app nor an environment are taken: the first
  /// one; nil if they may be of an environment that is not erased, or of another app here that knows the name.
  private func placeOfUnplaced(
    _ account: AccountID, of bundleID: BundleID, in environments: [StoreEnvironment]
  ) async throws -> StoreEnvironment? {
    for app in apps {
      if app.bundleID == bundleID {
        guard app.environments.isSubset(of: environments) else { return nil }
        continue
      }
      for environment in app.environments.sorted(by: { $0.rawValue < $1.rawValue }) {
        let name = AccountReference(environment, app.bundleID, account)
        if try await intake.erasures.hasHeard(of: name) { return nil }
      }
    }
    return environments.first
  }

  /// Erases a person in one environment; returns nil if the account was merged into another one meanwhile.
  ///
  /// Jobs and receipts are deleted before the log forgets the names that find them: an interruption leaves
  /// none under a forgotten name. They are deleted again afterwards, for those that came meanwhile.
  private func take(
    _ found: Belongings, takingMerged: Bool, by signature: Signature
  ) async throws -> Erased? {
    let before = try await queue.retention.forget(found.traces)
    let outcome = try await intake.erasures.erase(
      found.reference, of: found.bundleID, in: found.environment, takingMerged: takingMerged,
      author: signature.author, reason: signature.reason)
    guard case .erased(let event) = outcome else { return nil }
    try await queue.log.acts.record(
      ActRecorded(
        .accountsErase,
        values: [
          "app": found.bundleID.rawValue, "environment": found.environment.rawValue,
          "purchases": "\(event.chains.count)",
        ],
        signed: ActSignature(
          ActAuthor(name: signature.author ?? "not recorded", key: signature.key)),
        at: event.erasedAt))
    let after = try await queue.retention.forget(found.traces)
    return Erased(event: event, forgotten: before + after)
  }

  /// Returns those of the environments where the account was merged into another one.
  private func mergedPlaces(
    of account: AccountID, of bundleID: BundleID, in environments: [StoreEnvironment]
  ) async throws -> [StoreEnvironment] {
    var places: [StoreEnvironment] = []
    for environment in environments {
      let reference = AccountReference(environment, bundleID, account)
      if try await intake.erasures.isMerged(reference) { places.append(environment) }
    }
    return places
  }

  /// A person in one environment, with all that an erasure takes.
  private struct Belongings {
    let reference: AccountReference
    let bundleID: BundleID
    let environment: StoreEnvironment
    let extent: ErasureExtent
    /// The texts of the accounts in `extent`, in its order, as far as the log tells them.
    let accounts: [AccountID]
    let traces: AccountTraces
    let kept: JobRetention.Forgotten

    var isEmpty: Bool { !extent.isHeard && kept.isEmpty }
  }

  /// Returns what an erasure would take; nil for an account that was merged into another one, unless that one is
  /// taken too.
  private func belongings(
    of account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment,
    takingMerged: Bool, includingUnplaced: Bool
  ) async throws -> Belongings? {
    let reference = AccountReference(environment, bundleID, account)
    guard
      let extent = try await intake.erasures.preview(of: reference, takingMerged: takingMerged)
    else { return nil }
    let names = try await queue.retention.names(of: account, of: bundleID, in: environment)
    // The texts of the names cannot be read any more after the erasure.
    var texts = try await queue.log.names(of: names.sorted())
    texts[reference] = account
    let traces = AccountTraces(
      names: names, texts: Set(texts.values).sorted(), chains: extent.chains, bundleID: bundleID,
      environment: environment, includesUnplaced: includingUnplaced)
    return Belongings(
      reference: reference, bundleID: bundleID, environment: environment, extent: extent,
      accounts: extent.accounts.compactMap { texts[$0] }, traces: traces,
      kept: try await queue.retention.count(traces))
  }
}
