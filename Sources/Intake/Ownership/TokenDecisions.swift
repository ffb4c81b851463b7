import EventStore
package import Foundation
package import Ledger

/// The chains of a token, or of another name, in one environment.
package struct TokenChains: Sendable, Hashable {
  package let environment: StoreEnvironment
  package let chains: [OriginalTransactionID]

  package init(environment: StoreEnvironment, chains: [OriginalTransactionID]) {
    self.environment = environment
    self.chains = chains
  }
}

/// The result of a registration of a token.
package enum TokenOutcome: Sendable, Hashable {
  /// The token names the account in each of the environments. The chains waited under it until now.
  case registered(brought: [TokenChains], Position)
  /// The token names another account there, or is a known account itself. It was registered in none of the environments.
  case ofAnotherAccount(in: StoreEnvironment)
  /// Another registration came between: the token names another account in these environments. It was
  /// registered in the others.
  case takenMeanwhile(in: [StoreEnvironment])
}

/// The result of an operator's withdrawal of a token.
package enum WithdrawalOutcome: Sendable, Hashable {
  /// The token names no account any more where it named this one; these chains keep the account.
  case withdrawn(kept: [TokenChains], Position)
  /// The token is registered to the account nowhere.
  case notRegistered
  case reasonMissing
}

/// The decisions on tokens.
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

  /// Registers an `appAccountToken` to an account in some environments of an app, which brings along the chains that
  /// wait under the token there. Registers it in none of them if it names another account in one. Returns after the
  /// commit, which is one for all.
  ///
  /// - Parameter signature: the person who does so by hand; nil for a game: its registrations are no acts.
  package func register(
    token: UUID, for account: AccountID, of bundleID: BundleID,
    in environments: [StoreEnvironment], signed signature: ActSignature? = nil
  ) async throws -> TokenOutcome {
    var registrations: [TokenRegistration] = []
    for environment in environments {
      registrations.append(
        try await TokenRegistration(
          of: token, for: account, of: bundleID, in: environment, by: accounts, ownership))
    }
    if let environment = try await contested(registrations.filter(\.isDecided)).first {
      let events = registrations.flatMap { $0.poster.becomingKnown(at: recorder.now()) }
      _ = try await recorder.append(events, names: registrations.map(\.poster.name))
      return .ofAnotherAccount(in: environment)
    }
    let events = registrations.map { $0.events(at: recorder.now()) }
    let appended = try await recorder.append(
      events.flatMap(\.self), names: registrations.flatMap(\.names))
    if let signature {
      var outcomes = appended.outcomes[...]
      for (registration, events) in zip(registrations, events) {
        let own = outcomes.prefix(events.count)
        outcomes = outcomes.dropFirst(events.count)
        guard let event = own.last(where: { !$0.isDuplicate })?.id else { continue }
        try await record(event, of: bundleID, in: registration.environment, signed: signature)
      }
    }
    let taken = try await contested(registrations)
    guard taken.isEmpty else { return .takenMeanwhile(in: taken) }
    let isRepeated = registrations.contains(where: \.isDecided)
    return .registered(
      brought: registrations.map {
        TokenChains(environment: $0.environment, chains: $0.waiting.sorted())
      }, isRepeated ? try await recorder.log.position() : appended.position)
  }

  private func record(
    _ event: EventID, of bundleID: BundleID, in environment: StoreEnvironment,
    signed signature: ActSignature
  ) async throws {
    let values = [
      "app": bundleID.rawValue, "environment": environment.rawValue, "event": event.description,
    ]
    try await recorder.log.acts.record(
      ActRecorded(.accountsAlias, values: values, signed: signature, at: recorder.now()))
  }

  /// Returns the environments where the token names another account than the poster's.
  private func contested(
    _ registrations: [TokenRegistration]
  ) async throws -> [StoreEnvironment] {
    var contested: [StoreEnvironment] = []
    for registration in registrations {
      let token = registration.token.reference
      guard try await !isNamed(registration.poster, by: token) else { continue }
      contested.append(registration.environment)
    }
    return contested
  }

  /// Returns true if a token names the account of a poster, by itself or by a merge that stands. A merge or an
  /// undo between the readings makes no other account of it.
  private func isNamed(_ poster: Poster, by token: AccountReference) async throws -> Bool {
    let own = try await accounts.aliases(of: [token, poster.name.reference]).map(\.aliasOf)
    if own[0] != nil, own[0] == own[1] { return true }
    return try await accounts.resolve(token).account == poster.account
  }

  /// Withdraws a token from its account by an operator's decision, in those of the environments where it is
  /// registered to it. The token's chains keep their owner; the token may be registered again. Returns after the
  /// commit, which is one for all.
  package func withdraw(
    token: UUID, from account: AccountID, of bundleID: BundleID,
    in environments: [StoreEnvironment], author: String, reason: String
  ) async throws -> WithdrawalOutcome {
    guard !author.isEmpty, !reason.isEmpty else { return .reasonMissing }
    var registered: [(withdrawal: TokenWithdrawn, kept: Set<OriginalTransactionID>)] = []
    for environment in environments {
      let name = AccountReference(environment, bundleID, AccountID(token: token))
      let owner = try await accounts.resolve(AccountReference(environment, bundleID, account))
      let known = try await accounts.aliases(of: [name])[0]
      guard known.isAlias, let holder = known.aliasOf, owner.names.contains(name) else { continue }
      let withdrawal = TokenWithdrawn(
        environment: environment, bundleID: bundleID, token: name, account: holder,
        generation: known.generation + 1, author: author, reason: reason,
        decidedAt: recorder.now())
      registered.append((withdrawal, try await keep(holder, chainsOf: name)))
    }
    guard !registered.isEmpty else { return .notRegistered }
    let appended = try await recorder.append(
      registered.map { NewEvent(.account(.tokenWithdrawn($0.withdrawal))) })
    var kept: [TokenChains] = []
    for (withdrawal, chains) in registered {
      // A chain that was told meanwhile was the account's, too.
      let later = try await keep(withdrawal.account, chainsOf: withdrawal.token)
      kept.append(
        TokenChains(
          environment: withdrawal.environment, chains: chains.union(later).sorted()))
    }
    return .withdrawn(kept: kept, appended.position)
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
