import EventStore
package import Ledger

/// Something asked of a wallet.
struct WalletRequest: WalletRule {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  let command: WalletCommand

  /// Who spends under a name uses it as an account: it can be nobody's alias any more.
  func decide(
    on book: WalletBook, at moment: Instant
  ) -> (verdict: WalletVerdict<WalletAnswer>, events: [LedgerEvent]) {
    if let account = book.aliasOf { return (.elsewhere(account), []) }
    switch book.wallet.decide(command, at: moment) {
    case .accepted(let moved):
      let entry = book.wallet.entry(booking: moved)
      return (.decided(.booked(entry)), naming(book, at: moment) + [.coinsMoved(moved)])
    case .repeated(let entry): return (.decided(.repeated(entry)), [])
    case .conflict(let entry): return (.decided(.conflict(entry)), [])
    case .refused(let refusal): return (.decided(.refused(refusal)), [])
    }
  }

  private func naming(_ book: WalletBook, at moment: Instant) -> [LedgerEvent] {
    guard !book.isDecided else { return [] }
    return [
      .accountAliased(
        AccountAliased(
          environment: environment, bundleID: bundleID, alias: account, account: account,
          decidedAt: moment))
    ]
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
