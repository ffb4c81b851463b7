import EventStore
package import Ledger

/// A command on a wallet, as a decision.
struct WalletRequest: WalletRule {
  enum Verdict: Sendable {
    case decided(WalletAnswer)
    /// The name is an alias of this account, which the caller asks instead.
    case alias(AccountReference)
    /// The account was merged into this one, which the caller asks instead, under the account's name.
    case merged(AccountReference)
    /// The account was merged into these accounts for a time. Their wallets may hold the request.
    case formerly(Set<AccountReference>)
  }

  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  let command: WalletCommand
  /// The accounts whose wallets do not hold the request, though this account was merged into them.
  private(set) var searched: Set<AccountReference> = []

  init(
    account: AccountReference, bundleID: BundleID, environment: StoreEnvironment,
    command: WalletCommand
  ) {
    self.account = account
    self.bundleID = bundleID
    self.environment = environment
    self.command = command
  }

  /// Decides the command. A name that asks becomes a known account, so it can no longer become an
  /// alias. A merged account answers what it booked before the merge.
  func decide(
    on book: WalletBook, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    let isKnown = book.wallet.knows(command)
    if let target = book.mergedInto {
      if !isKnown { return (.merged(target), []) }
    } else if let account = book.leader {
      return (.alias(account), [])
    }
    let unsearched = book.formerTargets.subtracting(searched)
    if !isKnown, !unsearched.isEmpty { return (.formerly(unsearched), []) }
    let (answer, moved) = WalletAnswer.decided(command, on: book.wallet, at: moment)
    return (.decided(answer), naming(book, at: moment) + moved.map { .account(.coinsMoved($0)) })
  }

  /// Returns the same request to the account of an alias.
  func passed(to account: AccountReference) -> WalletRequest {
    WalletRequest(
      account: account, bundleID: bundleID, environment: environment, command: command)
  }

  /// Returns the same request to the account that this one was merged into.
  func passed(toTarget target: AccountReference) -> WalletRequest {
    WalletRequest(
      account: target, bundleID: bundleID, environment: environment,
      command: command.requested(by: account))
  }

  func searching(_ targets: Set<AccountReference>) -> WalletRequest {
    var request = self
    request.searched.formUnion(targets)
    return request
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

  /// Returns the wallet's answer to a command, and the movement to append for it.
  static func decided(
    _ command: WalletCommand, on wallet: Wallet, at moment: Instant
  ) -> (answer: WalletAnswer, moved: [CoinsMoved]) {
    switch wallet.decide(command, at: moment) {
    case .accepted(let moved): (.booked(wallet.entry(booking: moved)), [moved])
    case .repeated(let entry): (.repeated(entry), [])
    case .conflict(let entry): (.conflict(entry), [])
    case .rejected(let rejection): (.rejected(rejection), [])
    }
  }
}
