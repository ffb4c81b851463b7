import EventStore
import Ledger

/// Credits, take-backs and give-backs by which a wallet follows grants.
struct GrantFollowing: WalletRule {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  /// All of this account, or of a name that stands for it.
  let standings: [GrantStanding]

  /// The verdict is what could not be booked.
  func decide(
    on book: WalletBook, at moment: Instant
  ) -> (verdict: WalletVerdict<[WalletRefusal]>, events: [LedgerEvent]) {
    if let account = book.aliasOf { return (.elsewhere(account), []) }
    let (events, refusals) = steps(of: book.wallet, at: moment)
    return (.decided(refusals), events)
  }

  /// Whether nothing is left to do, as far as the book was read.
  func isDone(on book: WalletBook) -> Bool {
    book.aliasOf == nil && standings.allSatisfy(book.wallet.hasFollowed)
  }

  private func steps(
    of wallet: Wallet, at moment: Instant
  ) -> (events: [LedgerEvent], refusals: [WalletRefusal]) {
    var (wallet, events, refusals) = (wallet, [LedgerEvent](), [WalletRefusal]())
    for standing in standings {
      steps: while true {
        switch wallet.decide(on: standing, at: moment) {
        case .accepted(let moved):
          wallet.evolve(moved)
          events.append(.coinsMoved(moved))
        case .refused(let refusal):
          refusals.append(refusal)
          break steps
        case .repeated, .conflict: break steps
        }
      }
    }
    return (events, refusals)
  }
}
