import EventStore
package import Ledger

/// A decision that credits, takes back and gives back coins until a wallet has followed its grants.
struct GrantFollowing: WalletRule {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  /// The statuses of grants that belong to this account or to one of its aliases.
  let statuses: [GrantStatus]
  /// The merge by which the grants were passed on; nil for grants of the account itself.
  private(set) var passed: PassedMerge?
  /// The number of the next merge when the wallets of former targets were searched for the grants; nil if
  /// they were not.
  private var searchedUntil: Int?

  init(
    account: AccountReference, bundleID: BundleID, environment: StoreEnvironment,
    statuses: [GrantStatus]
  ) {
    self.account = account
    self.bundleID = bundleID
    self.environment = environment
    self.statuses = statuses
  }

  enum Verdict: Sendable {
    /// The movements that could not be booked, and the statuses before which another account gets coins
    /// back.
    case decided([UnfollowedGrant], owing: [GrantStatus])
    /// The name is an alias of this account, which the caller asks instead about these grants.
    case alias(AccountReference, [GrantStatus])
    /// The account was merged into another one, which the caller asks instead about these grants.
    case merged(PassedMerge, [GrantStatus])
    /// The account was merged into these before. The caller leaves out the grants that they keep, and
    /// decides again.
    case formerly(Set<AccountReference>, until: Int)
    /// The merge by which the grants were passed on was undone.
    case undone
  }

  /// Decides the movements in the wallet of the account alone.
  func decide(
    on book: WalletBook, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    if let passed, !passed.stands(in: book) { return (.undone, []) }
    if passed == nil, !book.formerTargets.isEmpty, searchedUntil != book.nextMerge {
      return (.formerly(book.formerTargets, until: book.nextMerge), [])
    }
    if let account = book.leader {
      let open = statuses.filter { !book.wallet.isClosed($0.grant.id) }
      return (PassedMerge(of: book).map { .merged($0, open) } ?? .alias(account, open), [])
    }
    let owing = statuses.filter { book.wallet.owed(before: $0) != nil }
    let (events, unfollowed) = steps(of: book.wallet, owing: owing, at: moment)
    return (.decided(unfollowed, owing: owing), events)
  }

  /// Returns the same decision about grants on the wallet of the target.
  func passed(by merge: PassedMerge, _ statuses: [GrantStatus]) -> GrantFollowing {
    var rule = GrantFollowing(
      account: merge.into, bundleID: bundleID, environment: environment, statuses: statuses)
    rule.passed = merge
    return rule
  }

  /// Returns the same decision about the grants that no former target keeps.
  func searched(leaving statuses: [GrantStatus], until nextMerge: Int) -> GrantFollowing {
    var rule = GrantFollowing(
      account: account, bundleID: bundleID, environment: environment, statuses: statuses)
    rule.searchedUntil = nextMerge
    return rule
  }

  /// Returns true if nothing is left to do, as far as the book was read.
  func isDone(on book: WalletBook) -> Bool {
    book.leader == nil && statuses.allSatisfy(book.wallet.hasFollowed)
  }

  private func steps(
    of wallet: Wallet, owing: [GrantStatus], at moment: Instant
  ) -> (events: [LedgerEvent], unfollowed: [UnfollowedGrant]) {
    var (wallet, events, unfollowed) = (wallet, [LedgerEvent](), [UnfollowedGrant]())
    for status in statuses where !owing.contains(status) && !wallet.hasFollowed(status) {
      steps: while true {
        switch wallet.decide(on: status, at: moment) {
        case .accepted(let moved):
          wallet.evolve(moved)
          events.append(.account(.coinsMoved(moved)))
        case .rejected(let rejection):
          unfollowed.append(UnfollowedGrant(grant: status.grant.id, rejection: rejection))
          break steps
        case .repeated, .conflict: break steps
        }
      }
    }
    return (events, unfollowed)
  }
}

/// A grant that a wallet could not follow.
package struct UnfollowedGrant: Hashable, Sendable {
  package let grant: GrantID
  package let rejection: WalletRejection
}
