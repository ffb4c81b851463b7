import EventStore
package import Ledger

/// Something asked of a wallet, decided by folding the account's stream while its lane is locked.
struct WalletRequest: Decider {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  let command: WalletCommand

  var stream: StreamID { .account(account) }
  var initial: Wallet { Wallet(of: account, in: bundleID, environment: environment) }

  func evolve(_ wallet: inout Wallet, with event: LedgerEvent) { wallet.take(event) }

  func decide(
    on wallet: Wallet, at moment: Instant
  ) -> (verdict: WalletAnswer, events: [LedgerEvent]) {
    switch wallet.decide(command, at: moment) {
    case .accepted(let moved): (.booked(wallet.entry(booking: moved)), [.coinsMoved(moved)])
    case .repeated(let entry): (.repeated(entry), [])
    case .conflict(let entry): (.conflict(entry), [])
    case .refused(let refusal): (.refused(refusal), [])
    }
  }
}

/// What came of something asked of a wallet.
package enum WalletAnswer: Hashable, Sendable {
  case booked(WalletEntry)
  /// It was booked before, as this.
  case repeated(WalletEntry)
  /// The key was used before, for this.
  case conflict(WalletEntry)
  case refused(WalletRefusal)
}

extension Wallet {
  /// Takes in an event of the account's stream; only movements of coins change anything.
  mutating func take(_ event: LedgerEvent) {
    if case .coinsMoved(let moved) = event { evolve(moved) }
  }
}
