import EventStore
import Ledger

/// A decision that credits, takes back and gives back coins until a wallet has followed its grants.
struct GrantFollowing: WalletRule {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  /// The statuses of grants that belong to this account or to one of its aliases.
  let statuses: [GrantStatus]

  enum Verdict: Sendable {
    /// The movements that could not be booked.
    case decided([WalletRejection])
    /// Another account answers for the name: the caller asks it instead, about these grants.
    case elsewhere(AccountReference, [GrantStatus])
  }

  /// Decides the movements. The verdict lists the movements that could not be booked.
  func decide(
    on book: WalletBook, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    if let account = book.leader {
      let open = statuses.filter { !book.wallet.isClosed($0.grant.id) }
      return (.elsewhere(account, open), [])
    }
    let (events, rejections) = steps(of: book.wallet, at: moment)
    return (.decided(rejections), events)
  }

  /// Returns true if nothing is left to do, as far as the book was read.
  func isDone(on book: WalletBook) -> Bool {
    book.leader == nil && statuses.allSatisfy(book.wallet.hasFollowed)
  }

  private func steps(
    of wallet: Wallet, at moment: Instant
  ) -> (events: [LedgerEvent], rejections: [WalletRejection]) {
    var (wallet, events, rejections) = (wallet, [LedgerEvent](), [WalletRejection]())
    for status in statuses where !wallet.hasFollowed(status) {
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
