import EventStore
import Ledger

/// Credits, take-backs and give-backs by which a wallet follows the grants of one chain.
struct GrantFollowing: Decider {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  /// All of this account.
  let standings: [GrantStanding]

  var stream: StreamID { .account(account) }
  var initial: Wallet { Wallet(of: account, in: bundleID, environment: environment) }

  func evolve(_ wallet: inout Wallet, with event: LedgerEvent) { wallet.take(event) }

  /// The verdict is what could not be booked.
  func decide(
    on wallet: Wallet, at moment: Instant
  ) -> (verdict: [WalletRefusal], events: [LedgerEvent]) {
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
    return (refusals, events)
  }
}
