import EventStore
package import Ledger

/// A command on a wallet, as a decision.
struct WalletRequest: WalletRule {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  let command: WalletCommand

  /// Decides the command. A name that asks becomes a known account, so it can no longer become an
  /// alias.
  func decide(
    on book: WalletBook, at moment: Instant
  ) -> (verdict: WalletVerdict<WalletAnswer>, events: [LedgerEvent]) {
    if let account = book.aliasOf { return (.elsewhere(account), []) }
    switch book.wallet.decide(command, at: moment) {
    case .accepted(let moved):
      let entry = book.wallet.entry(booking: moved)
      return (.decided(.booked(entry)), naming(book, at: moment) + [.account(.coinsMoved(moved))])
    case .repeated(let entry): return (.decided(.repeated(entry)), naming(book, at: moment))
    case .conflict(let entry): return (.decided(.conflict(entry)), naming(book, at: moment))
    case .rejected(let rejection):
      return (.decided(.rejected(rejection)), naming(book, at: moment))
    }
  }

  private func naming(_ book: WalletBook, at moment: Instant) -> [LedgerEvent] {
    guard !book.isDecided else { return [] }
    return [
      .account(
        .accountAliased(
          AccountAliased(
            environment: environment, bundleID: bundleID, alias: account, account: account,
            generation: book.generation, decidedAt: moment)))
    ]
  }
}

/// The result of a command on a wallet.
package enum WalletAnswer: Hashable, Sendable {
  case booked(WalletEntry)
  /// The command was booked earlier, as this entry.
  case repeated(WalletEntry)
  /// The key was used earlier, for this other entry.
  case conflict(WalletEntry)
  case rejected(WalletRejection)
}
