import EventStore
import Ledger

/// An account that a request names, resolved before its events are appended.
struct Poster: Sendable {
  /// The name in the request.
  let name: AccountName
  let resolution: AccountResolution
  /// The chains that wait under the name since before it was freed.
  let waiting: Set<ChainID>
  let environment: StoreEnvironment
  let bundleID: BundleID

  /// The account that answers for the name.
  var account: AccountReference { resolution.account }
  var names: Set<AccountReference> { resolution.names }

  init(
    _ account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment,
    by accounts: AccountReader
  ) async throws {
    name = AccountName(environment, bundleID, account)
    self.environment = environment
    self.bundleID = bundleID
    resolution = try await accounts.resolve(name.reference)
    waiting =
      resolution.isKnown
      ? []
      : try await accounts.chains(
        waitingUnder: resolution.account, freedAt: resolution.generation)
  }

  /// Creates the poster of a name that answers for itself, or that nothing was told of.
  init(
    _ name: AccountName, by aliases: AccountAliases, of bundleID: BundleID,
    in environment: StoreEnvironment
  ) {
    self.name = name
    self.environment = environment
    self.bundleID = bundleID
    var resolution = AccountResolution(name.reference)
    resolution.apply([aliases])
    self.resolution = resolution
    waiting = []
  }

  /// Returns the event that makes the name known; none for a known name.
  func becomingKnown(at moment: Instant) -> [NewEvent] {
    guard !resolution.isKnown else { return [] }
    return [
      NewEvent(
        .account(
          .accountAliased(
            AccountAliased(
              environment: environment, bundleID: bundleID, alias: account, account: account,
              generation: resolution.generation, decidedAt: moment))))
    ] + waiting.sorted().map { claiming($0, at: moment) }
  }

  /// Returns the events that make the name known and a token its alias.
  ///
  /// - Parameter waiting: the chains that wait under the token since before it was freed.
  func taking(
    _ token: AccountAliases, waiting: Set<ChainID> = [], at moment: Instant
  ) -> [NewEvent] {
    guard token.account != account else { return becomingKnown(at: moment) }
    return becomingKnown(at: moment) + [
      NewEvent(
        .account(
          .aliasClaimed(
            AliasClaimed(
              environment: environment, bundleID: bundleID, account: account,
              alias: token.account, claimedAt: moment)))),
      NewEvent(
        .account(
          .accountAliased(
            AccountAliased(
              environment: environment, bundleID: bundleID, alias: token.account,
              account: account, generation: token.generation, decidedAt: moment)))),
    ]
      + waiting.sorted().map { chain in
        NewEvent(
          claiming: chain, under: token.account, generation: token.generation,
          at: moment)
      }
  }

  /// Returns the events of a post of a chain.
  ///
  /// - Parameter token: the name under which the chain is claimed already.
  func posting(
    _ chain: ChainID, isSigned: Bool, claimedBy token: AccountReference? = nil, at moment: Instant
  ) -> [NewEvent] {
    [
      NewEvent(
        .chain(
          .chainPosted(
            ChainPosted(
              chain: chain, account: account, isSigned: isSigned,
              postedAt: moment))))
    ] + (token == account ? [] : [claiming(chain, at: moment)])
  }

  func claiming(_ chain: ChainID, at moment: Instant) -> NewEvent {
    NewEvent(
      claiming: chain, under: account, generation: resolution.generation, at: moment)
  }
}

extension NewEvent {
  /// Creates the claim by which a chain is found under a name.
  init(
    claiming chain: ChainID, under name: AccountReference,
    generation: Int, at moment: Instant
  ) {
    self.init(
      .account(
        .chainClaimed(
          ChainClaimed(
            chain: chain, account: name, generation: generation,
            claimedAt: moment))))
  }
}

extension TransactionFact {
  /// The token, as a name.
  var tokenName: AccountName? {
    purchase.appAccountToken.map {
      AccountName(chain.environment, chain.bundleID, AccountID(token: $0))
    }
  }

  /// Returns the events that follow from the fact alone: the chain is found under its token, and
  /// the chain that it replaced learns of it.
  func following(_ tokens: [AccountReference: AccountAliases], at moment: Instant) -> [NewEvent] {
    var events: [NewEvent] = []
    if let token = tokenName?.reference {
      events.append(
        NewEvent(
          claiming: chain, under: token, generation: tokens[token]?.generation ?? 0,
          at: moment))
    }
    if let replaced = replacedChain {
      events.append(
        NewEvent(
          .chain(
            .chainReplaced(
              ChainReplaced(
                chain: replaced, successor: chain.originalTransactionID,
                learnedAt: moment)))))
    }
    return events
  }

  /// The chain that this one replaced.
  var replacedChain: ChainID? {
    guard let previous = purchase.previousOriginalTransactionID,
      previous != chain.originalTransactionID
    else { return nil }
    return chain.sibling(previous)
  }
}
