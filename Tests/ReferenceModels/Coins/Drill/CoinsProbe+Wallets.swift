import Ledger

extension CoinsProbe {
  /// Brings the wallet of each grant's owner up to date, now and then only halfway. Now and then
  /// another owner's wallet is asked, or an old movement is recorded again.
  mutating func follow(_ chain: ChainID) {
    for status in ledger.statuses(of: chain, at: Instant(milliseconds: .max)) {
      let owner = asking.chance(8) ? asking.pick(life.accounts) : status.account
      guard let owner, !asking.chance(8) else { continue }
      while let moved = step(of: owner, after: status) {
        ledger.record(.account(.coinsMoved(moved)))
        if asking.chance(6) { break }
      }
    }
    guard asking.chance(3) else { return }
    let moved = ledger.log.filter {
      if case .account(.coinsMoved) = $0.event { true } else { false }
    }
    if !moved.isEmpty { ledger.record(asking.pick(moved).event) }
  }

  private mutating func step(of owner: AccountReference, after status: GrantStatus)
    -> CoinsMoved?
  {
    guard let wallet = ledger.wallets[owner] else { return nil }
    let decision = wallet.decide(on: status, at: ledger.now)
    note(CoinLifeEvent(decision))
    ask(
      decision, modelWallet(of: owner).decide(on: status, at: ledger.now),
      "wallet \(owner.key) on \(status.grant.transactionID) \(status.grant.coin)")
    guard case .accepted(let moved) = decision else { return nil }
    return moved
  }

  mutating func request() {
    let owner = asking.pick(life.accounts)
    guard let wallet = ledger.wallets[owner] else { return }
    let command = command(to: wallet)
    asked.append(command)
    let decision = wallet.decide(command, at: ledger.now)
    note(CoinLifeEvent(decision))
    ask(
      decision, modelWallet(of: owner).decide(command, at: ledger.now),
      "wallet \(owner.key) on \(command)")
    if case .accepted(let moved) = decision { ledger.record(.account(.coinsMoved(moved))) }
  }

  mutating func askWallets() {
    for owner in life.accounts {
      guard let wallet = ledger.wallets[owner] else { continue }
      let model = modelWallet(of: owner)
      let entries = model.entries
      ask(wallet.entries, entries, "entries of \(owner.key)")
      ask(wallet.balances, model.balances, "balances of \(owner.key)")
      ask(
        wallet.balances(at: ledger.now), model.divided,
        "bought, earned and owed coins of \(owner.key)")
      if wallet.balances.contains(where: { $0.available < 0 }) { note(.debt) }
      for coin in ["gem", "gold"] as [Coin] {
        let sums = CoinAccount.allCases.map { wallet.sum(of: $0, in: coin) }
        let modelSums = CoinAccount.allCases.map {
          ModelWallet.sum(of: $0, in: coin, over: entries)
        }
        ask(sums, modelSums, "sums of \(coin) of \(owner.key)")
        ask(sums.reduce(0, +), 0, "all \(coin) of \(owner.key)")
      }
    }
  }

  private func modelWallet(of owner: AccountReference) -> ModelWallet {
    model.wallet(of: owner, in: CoinLife.app(of: owner), environment: .production)
  }

  /// Returns a random command; one in four repeats an earlier one.
  private mutating func command(to wallet: Wallet) -> WalletCommand {
    if asking.chance(4), !asked.isEmpty { return asking.pick(asked) }
    let keys = "abcdefghijkl".map { IdempotencyKey(String($0)) }
    let reserved = wallet.entries.compactMap { entry in
      if case .reserved = entry.moved.movement { entry.moved.key } else { nil }
    }
    let reservation = asking.pick(asking.chance(3) || reserved.isEmpty ? keys : reserved)
    return WalletCommand(
      action(to: wallet, reservation), key: asking.pick(keys),
      reference: asking.pick([nil, nil, nil, "shop"])
    ).ruled(
      by: CoinRules(
        creditMax: asking.pick([nil, 100, 2_000, Coin.amountMax]),
        spendFirst: asking.chance(2) ? .bought : .earned))
  }

  private mutating func action(
    to wallet: Wallet, _ key: IdempotencyKey
  ) -> WalletCommand.Action {
    let coin: Coin = asking.chance(4) ? "gold" : "gem"
    let amount = amount(beside: wallet.available(coin))
    switch asking.number(0...13) {
    case 10, 11: return .credit(coin, amount, source: "quest")
    case 12, 13:
      let unknown = WalletEntryID("00000000000000000000000000000000")
      guard let id = asking.pick(wallet.entries.map { Optional($0.id) } + [unknown]) else {
        return .spend(coin, amount)
      }
      return .reverse(id)
    case 0, 1, 2: return .spend(coin, amount)
    case 3, 4: return .reserve(coin, amount)
    case 5, 6: return .commit(key)
    case 7: return .cancel(key)
    default:
      return .adjust(
        coin, asking.chance(3) ? 0 &- amount : amount,
        reason: asking.chance(12) ? "" : "gift", author: asking.chance(12) ? "" : "support")
    }
  }

  private mutating func amount(beside available: Int64) -> Int64 {
    if asking.chance(2), available > 0 { return asking.pick([1, available, available]) }
    return asking.pick([
      1, 5, 20, 50, asking.number(1...2_000), available, available &+ 1, available &- 1, 0, -1,
      .max, .min, Coin.amountMax, Coin.amountMax &- available, Coin.amountMax + 1,
    ])
  }
}
