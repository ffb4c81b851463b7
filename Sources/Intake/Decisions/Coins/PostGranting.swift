import EventStore
import Ledger

/// A name that a post gives, with the generation of it under which the post's events are written.
struct PostedName: Hashable, Sendable {
  let account: AccountReference
  let generation: Int

  init(_ naming: AccountAliases) {
    account = naming.account
    generation = naming.generation
  }
}

/// A decision on the post of a single transaction: the grants that are due, made in the batch of the
/// transaction and credited in it, if the account that posts the purchase owns it.
///
/// It decides only what leaves nothing open. Everything else is left to the granter: coins of another
/// account, coins that are taken back or were delivered elsewhere, coins that a wallet cannot hold, and
/// chains whose names are not all known here.
struct PostGranting: CompletingDecider {
  enum Verdict: Sendable {
    /// The poster owns the purchase. Nil leaves its grants to the granter.
    case owned(GrantsOfChain?)
    /// Another account owns the purchase, or who owns it needs further decisions.
    case undecided
  }

  /// All grants of a chain, which are those of the posted transaction, made by this decision.
  struct GrantsOfChain: Sendable {
    let grants: [GrantMade]
    /// True if nothing about the chain is left to the granter, which has met no event of it before.
    let isComplete: Bool
    /// The number of changes of the poster's name.
    let nameChanges: Int
    /// The reason why the transaction has no grant, if it has none.
    let reason: NoGrantReason
  }

  /// The given events of the chain: the fact and the post.
  private static let eventsOfPost: Int64 = 2

  let fact: TransactionFact
  let poster: PostedName
  /// The purchase's token, if it is another name than the poster's: a registered name of the poster.
  let token: PostedName?
  /// The moment of the decision, by the caller's clock.
  let decidedAt: Instant

  var lead: ChainOwnersFold { ChainOwnersFold(chain: fact.chain) }

  var others: [WalletFold] {
    ([poster] + [token].compactMap(\.self)).map { name in
      WalletFold(
        account: name.account, bundleID: fact.chain.bundleID, environment: fact.chain.environment)
    }
  }

  /// Admits the events if the names still stand for the account under which they were written.
  func admits(_ chain: ChainOwners, _ books: [WalletBook]) -> Bool {
    let isNamed = token.map { token in
      books[1].aliases.aliasOf == poster.account && books[1].aliases.mergedInto == nil
        && books[1].generation == token.generation
    }
    return Self.answersForItself(books[0].aliases, isClaimed: books[0].isClaimed)
      && books[0].generation == poster.generation && isNamed ?? true && chain.successors.isEmpty
  }

  /// Returns true for an account that is known, and for a name that nothing was told of.
  static func answersForItself(_ aliases: AccountAliases, isClaimed: Bool) -> Bool {
    guard aliases.leader == nil else { return false }
    return aliases.isKnown || aliases.generation == 0 && !isClaimed
  }

  func decide(
    on chain: ChainOwners, _ books: [WalletBook], knowing shared: SharedState, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    guard isPosters(chain.owner) else { return (.undecided, []) }
    let names = TokenNames(books.map(\.aliases))
    let isNamed = chain.book.tokens.union(chain.book.accounts).isSubset(of: accounts)
    guard isNamed, chain.book.grants.isEmpty, books[0].aliases.leadersEver.isEmpty else {
      return (.owned(nil), [])
    }
    let terms = shared.grantTerms(of: chain.chain)
    let due = chain.book.due(by: terms, names, decidedAt: decidedAt)
    guard due.allSatisfy({ $0.transactionID == fact.transactionID }) else {
      return (.owned(nil), [])
    }
    var book = chain.book
    for (offset, grant) in due.enumerated() {
      book.add(grant, recordedAs: EventID(lane: 0, position: book.revision + 1 + Int64(offset)))
    }
    guard let credits = credits(of: book.statuses, in: books[0].wallet, at: moment) else {
      return (.owned(nil), [])
    }
    let isComplete =
      chain.book.revision == Self.eventsOfPost && book.unpriced(by: terms).isEmpty
      && book.reassignments(names, at: decidedAt).isEmpty
    return (
      .owned(
        GrantsOfChain(
          grants: due, isComplete: isComplete, nameChanges: books[0].aliases.changeCount,
          reason: chain.book.reasonForNoGrant(of: fact.transactionID, by: terms))),
      due.map { .chain(.grantMade($0)) } + credits.map { .account(.coinsMoved($0)) }
    )
  }

  private var accounts: Set<AccountReference> {
    Set([poster.account] + [token?.account].compactMap(\.self))
  }

  private func isPosters(_ owner: ChainOwner) -> Bool {
    switch owner {
    case .none: false
    case .token(let token): accounts.contains(token)
    case .accounts(let owners): owners.contains(poster.account)
    }
  }

  /// Returns the movements that credit grants; nil if one of them is not the poster's to be credited in
  /// full now.
  private func credits(
    of statuses: [GrantStatus], in wallet: Wallet, at moment: Instant
  ) -> [CoinsMoved]? {
    var moved: [CoinsMoved] = []
    for status in statuses {
      guard status.account == poster.account, status.takenBack == 0,
        !status.grant.isDeliveredElsewhere, !wallet.isClosed(status.grant.id)
      else { return nil }
      if status.grant.wallet == .game { continue }
      guard case .accepted(let credit) = wallet.decide(on: status, at: moment),
        case .credited = credit.movement
      else { return nil }
      moved.append(credit)
    }
    // The wallet has decided each by itself.
    return Set(moved.map(\.coin)).count == moved.count ? moved : nil
  }
}
