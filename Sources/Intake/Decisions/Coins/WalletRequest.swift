import EventStore
package import Ledger

/// A command on a wallet, as a decision.
struct WalletRequest: WalletRule, InformedDecider {
  enum Verdict: Sendable, Hashable {
    case decided(WalletAnswer)
    /// No write has named this account before: the caller makes it known and asks again.
    case unknown(AccountID)
    /// The name is an alias of this account, which the caller asks instead.
    case alias(AccountReference)
    /// The account was merged into another one, which the caller asks instead, under the account's
    /// name.
    case merged(PassedMerge)
    /// The account was merged into these accounts for a time. Their wallets may hold the request.
    /// A search holds until the next merge of the account, whose number this is.
    case formerly(Set<AccountReference>, until: Int)
    /// The merge by which the request was passed on was undone: the caller asks the account again.
    case undone
    /// The account's name was taken for stored. It is not, or an erasure may have destroyed it: the caller asks again
    /// with the name.
    case unnamed
  }

  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  private(set) var command: WalletCommand
  /// The name by which the account is asked, to be stored with the decision; nil if it was passed on to the account.
  let name: AccountName?
  /// True if the name is stored already, as far as this process knows.
  private var isNameStored = false
  /// The reason for which the coin cannot move here; nil if it can. What was booked before, and coins
  /// that the wallet holds, are answered all the same.
  private var refusal: WalletRejection?
  /// The catalogs of the app, which tell the rules of the coin.
  private var catalogs = Catalogs()
  /// The merge by which the request was passed on; nil for a request to its own account.
  private var passed: PassedMerge?
  /// The number of the next merge when the wallets of former targets were found not to hold the
  /// request; nil if they were not searched.
  private var searchedUntil: Int?

  /// Creates a request by an account's name.
  init(
    _ name: AccountName, in bundleID: BundleID, environment: StoreEnvironment,
    _ command: WalletCommand
  ) {
    self.init(
      account: name.reference, name: name, bundleID: bundleID, environment: environment,
      command: command)
  }

  private init(
    account: AccountReference, name: AccountName? = nil, bundleID: BundleID,
    environment: StoreEnvironment,
    command: WalletCommand
  ) {
    self.account = account
    self.name = name
    self.bundleID = bundleID
    self.environment = environment
    self.command = command
  }

  /// The names to be stored with the decision.
  var names: [AccountName] { isNameStored ? [] : [name].compactMap(\.self) }

  /// Returns the same request, without its name where that is stored already.
  func naming(by stored: StoredNames) -> WalletRequest {
    var request = self
    request.isNameStored = name.map { stored.missing([$0]).isEmpty } ?? false
    return request
  }

  /// Returns the same request with its name.
  func named() -> WalletRequest {
    var request = self
    request.isNameStored = false
    return request
  }

  /// Returns the same request by the catalogs of its app. An app without a catalog declares nothing.
  func knowing(_ shared: SharedState) -> WalletRequest {
    var request = self
    let catalogs = shared.catalogs(of: bundleID)
    request.catalogs = catalogs
    request.refusal = command.coin.flatMap { coin in
      if catalogs.wallet(of: coin) == .game { return .coinKeptByGame }
      return catalogs.published.isEmpty || catalogs.knows(coin) ? nil : .coinUnknown
    }
    return request
  }

  /// Decides the command of a known account. A name that asks becomes one, so it can no longer become an
  /// alias. A merged account answers what it booked before the merge.
  func decide(
    on book: WalletBook, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    if !book.wallet.knows(command), let elsewhere = elsewhere(on: book) {
      return (elsewhere, [])
    }
    if book.mergedInto == nil, let account = book.leader { return (.alias(account), []) }
    if let refusal = refusal(by: book.wallet) { return (.decided(.rejected(refusal)), []) }
    if let name, !book.isDecided { return (.unknown(name.account), []) }
    if isNameStored, book.generation > 0 { return (.unnamed, []) }
    let rules = command.coin.map { catalogs.rules(of: $0, at: moment) } ?? CoinRules()
    let (answer, moved) = WalletAnswer.decided(
      command.ruled(by: rules), on: book.wallet, at: moment)
    return (.decided(answer), naming(book, at: moment) + moved.map { .account(.coinsMoved($0)) })
  }

  private func refusal(by wallet: Wallet) -> WalletRejection? {
    guard let refusal, let coin = command.coin, !wallet.knows(command) else { return nil }
    return refusal == .coinUnknown && wallet.hasHeld(coin) ? nil : refusal
  }

  /// Returns the verdict that another wallet must be asked; nil if none must.
  private func elsewhere(on book: WalletBook) -> Verdict? {
    if let passed { return passed.stands(in: book) ? nil : .undone }
    if !book.formerTargets.isEmpty, searchedUntil != book.nextMerge {
      return .formerly(book.formerTargets, until: book.nextMerge)
    }
    return PassedMerge(of: book).map(Verdict.merged)
  }

  /// Returns the same request to the account of an alias.
  func passed(to account: AccountReference) -> WalletRequest {
    WalletRequest(
      account: account, bundleID: bundleID, environment: environment, command: command)
  }

  /// Returns the same request to the account that this one was merged into.
  ///
  /// - Parameter spend: the spend of this account's own wallet that the request reverses.
  func passed(by merge: PassedMerge, reversing spend: CoinSpend? = nil) -> WalletRequest {
    var request = WalletRequest(
      account: merge.into, bundleID: bundleID, environment: environment,
      command: command.requested(by: account).reversing(spend))
    request.passed = merge
    return request
  }

  /// Returns the same request with the spend that it reverses, which a guest made before its merge.
  func reversing(_ spend: CoinSpend, under merge: PassedMerge) -> WalletRequest {
    var request = self
    request.command = command.reversing(spend)
    request.passed = merge
    return request
  }

  /// Returns the same request once the former targets do not hold it.
  func searched(until nextMerge: Int) -> WalletRequest {
    var request = self
    request.searchedUntil = nextMerge
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

/// The answer to a command on a wallet, and what the command brought along.
package struct AnsweredCommand: Hashable, Sendable {
  package let answer: WalletAnswer
  /// The chains that waited under the account's name until the command made it known.
  package var brought: [TokenChains] = []
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
