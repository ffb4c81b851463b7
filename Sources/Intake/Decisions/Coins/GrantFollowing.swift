import EventStore
import Ledger

/// A decision that credits, takes back and gives back coins until a wallet has followed its grants.
struct GrantFollowing: WalletRule {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  /// The statuses of grants that belong to this account or to one of its aliases.
  let statuses: [GrantStatus]
  /// The merge by which the grants were passed on; nil for grants of the account itself.
  private(set) var passed: PassedMerge?

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
    case decided([WalletRejection], owing: [GrantStatus])
    /// The name is an alias of this account, which the caller asks instead about these grants.
    case alias(AccountReference, [GrantStatus])
    /// The account was merged into another one, which the caller asks instead about these grants.
    case merged(PassedMerge, [GrantStatus])
    /// The merge by which the grants were passed on was undone.
    case undone
  }

  /// Decides the movements in the wallet of the account alone.
  func decide(
    on book: WalletBook, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    if let passed, !passed.stands(in: book) { return (.undone, []) }
    if let account = book.leader {
      let open = statuses.filter { !book.wallet.isClosed($0.grant.id) }
      return (PassedMerge(of: book).map { .merged($0, open) } ?? .alias(account, open), [])
    }
    let owing = statuses.filter { book.wallet.owed(before: $0) != nil }
    let (events, rejections) = steps(of: book.wallet, owing: owing, at: moment)
    return (.decided(rejections, owing: owing), events)
  }

  /// Returns the same decision about grants on the wallet of the target.
  func passed(by merge: PassedMerge, _ statuses: [GrantStatus]) -> GrantFollowing {
    var rule = GrantFollowing(
      account: merge.into, bundleID: bundleID, environment: environment, statuses: statuses)
    rule.passed = merge
    return rule
  }

  /// Returns true if nothing is left to do, as far as the book was read.
  func isDone(on book: WalletBook) -> Bool {
    book.leader == nil && statuses.allSatisfy(book.wallet.hasFollowed)
  }

  private func steps(
    of wallet: Wallet, owing: [GrantStatus], at moment: Instant
  ) -> (events: [LedgerEvent], rejections: [WalletRejection]) {
    var (wallet, events, rejections) = (wallet, [LedgerEvent](), [WalletRejection]())
    for status in statuses where !owing.contains(status) && !wallet.hasFollowed(status) {
      steps: while true {
        switch wallet.decide(on: status, at: moment) {
        case .accepted(let moved):
          wallet.evolve(moved)
          events.append(.account(.coinsMoved(moved)))
        case .rejected(let rejection):
          rejections.append(rejection)
          break steps
        case .repeated, .conflict: break steps
        }
      }
    }
    return (events, rejections)
  }
}
