import EventStore
package import Foundation
package import Ledger

/// The result of a registration of a token.
package enum TokenOutcome: Sendable, Hashable {
  /// The token names the account. The chains waited under the token until now.
  case registered(brought: [OriginalTransactionID], Position)
  /// The token names another account, or is a known account itself.
  case ofAnotherAccount
}

/// The result of an operator's withdrawal of a token.
package enum WithdrawalOutcome: Sendable, Hashable {
  /// The token names no account any more; these chains keep the account.
  case withdrawn(AccountID?, kept: [OriginalTransactionID], Position)
  /// The token is not registered to the account.
  case notRegistered
  case reasonMissing
}

/// The decisions on tokens, and on names that become known.
package struct TokenDecisions: Sendable {
  private let recorder: EventRecorder
  private let accounts: AccountReader
  private let ownership: ChainOwnerDecisions

  init(
    recorder: EventRecorder, accounts: AccountReader, ownership: ChainOwnerDecisions
  ) {
    self.recorder = recorder
    self.accounts = accounts
    self.ownership = ownership
  }

  /// Registers an `appAccountToken` to an account, which brings along the chains that wait under
  /// the token. Returns after the commit.
  ///
  /// - Parameter signature: the person who does so by hand; nil for a game: its registrations are no acts.
  package func register(
    token: UUID, for account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment,
    signed signature: ActSignature? = nil
  ) async throws -> TokenOutcome {
    let poster = try await Poster(account, of: bundleID, in: environment, by: accounts)
    let name = AccountName(environment, bundleID, AccountID(token: token))
    let known = try await accounts.aliases(of: [name.reference])[0]
    let isKnown = known.isKnown && known.account != poster.account
    let forgotten =
      known.isKnown
      ? [] : try await accounts.chains(waitingUnder: name.reference, freedAt: known.generation)
    let events =
      isKnown
      ? poster.becomingKnown(at: recorder.now())
      : poster.taking(known, waiting: forgotten, at: recorder.now())
    let waiting =
      isKnown
      ? []
      : Set(try await ownership.chains(waitingUnder: name.reference))
        .union(forgotten.map(\.originalTransactionID)).sorted()
    let appended = try await recorder.append(events, names: [poster.name, name])
    if let signature, let event = appended.outcomes.last(where: { !$0.isDuplicate })?.id {
      let values = [
        "app": bundleID.rawValue, "environment": environment.rawValue, "event": event.description,
      ]
      try await recorder.log.acts.record(
        ActRecorded(.accountsAlias, values: values, signed: signature, at: recorder.now()))
    }
    guard try await isNamed(poster, by: name.reference) else { return .ofAnotherAccount }
    return .registered(brought: waiting, appended.position)
  }

  /// Returns true if a token names the account of a poster, by itself or by a merge that stands. A merge or an
  /// undo between the readings makes no other account of it.
  private func isNamed(_ poster: Poster, by token: AccountReference) async throws -> Bool {
    let own = try await accounts.aliases(of: [token, poster.name.reference]).map(\.aliasOf)
    if own[0] != nil, own[0] == own[1] { return true }
    return try await accounts.resolve(token).account == poster.account
  }

  /// Makes an account known that a write named. Returns the chains that waited under its name.
  @discardableResult
  package func makeKnown(
    _ account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> [OriginalTransactionID] {
    let poster = try await Poster(account, of: bundleID, in: environment, by: accounts)
    guard !poster.resolution.isKnown else { return [] }
    let waiting = try await ownership.chains(waitingUnder: poster.account)
    _ = try await recorder.append(poster.becomingKnown(at: recorder.now()), names: [poster.name])
    return waiting
  }

  /// Withdraws a token from its account by an operator's decision. The token's chains keep their
  /// owner; the token may be registered again. Returns after the commit.
  package func withdraw(
    token: UUID, from account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment,
    author: String, reason: String
  ) async throws -> WithdrawalOutcome {
    guard !author.isEmpty, !reason.isEmpty else { return .reasonMissing }
    let name = AccountReference(environment, bundleID, AccountID(token: token))
    let owner = try await accounts.resolve(AccountReference(environment, bundleID, account))
    let known = try await accounts.aliases(of: [name])[0]
    guard known.isAlias, let registered = known.aliasOf, owner.names.contains(name) else {
      return .notRegistered
    }
    var kept = try await keep(registered, chainsOf: name)
    let appended = try await recorder.append([
      NewEvent(
        .account(
          .tokenWithdrawn(
            TokenWithdrawn(
              environment: environment, bundleID: bundleID, token: name, account: registered,
              generation: known.generation + 1, author: author, reason: reason,
              decidedAt: recorder.now()))))
    ])
    // A chain that was told meanwhile was the account's, too.
    kept.formUnion(try await keep(registered, chainsOf: name))
    return .withdrawn(
      try await recorder.log.names(of: [owner.account])[owner.account], kept: kept.sorted(),
      appended.position)
  }

  private func keep(
    _ account: AccountReference, chainsOf token: AccountReference
  ) async throws -> Set<OriginalTransactionID> {
    let aliases = try await accounts.aliases(of: [account])[0]
    var kept: Set<OriginalTransactionID> = []
    for chain in try await accounts.claims(of: [token]).sorted() {
      let rule = LinkRule(
        chain: chain, command: .keep(account, token: token),
        decidedAt: recorder.now())
      guard case .accepted = rule.verdict(on: try await ownership.owners(of: chain))
      else {
        continue
      }
      _ = try await recorder.append([
        NewEvent(
          claiming: chain, under: account, generation: aliases.generation,
          at: recorder.now())
      ])
      _ = try await ownership.decide(rule)
      kept.insert(chain.originalTransactionID)
    }
    return kept
  }
}
