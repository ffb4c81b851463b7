import Ledger

extension CoinsInterview {
  /// The wallet of whoever a grant belongs to goes after it, now and then only halfway; and now and
  /// then another's is asked, or an old movement comes once more.
  mutating func follow(_ chain: ChainID) {
    for standing in ledger.standings(of: chain, at: Instant(milliseconds: .max)) {
      let owner = random.chance(8) ? random.pick(CoinLife.accounts) : standing.account
      guard let owner, !random.chance(8) else { continue }
      while let moved = step(of: owner, after: standing) {
        ledger.record(.coinsMoved(moved))
        if random.chance(6) { break }
      }
    }
    guard random.chance(3) else { return }
    let moved = ledger.log.filter {
      if case .coinsMoved = $0.event { true } else { false }
    }
    if !moved.isEmpty { ledger.record(random.pick(moved).event) }
  }

  private mutating func step(of owner: AccountReference, after standing: GrantStanding)
    -> CoinsMoved?
  {
    guard let wallet = ledger.wallets[owner] else { return nil }
    let decision = wallet.decide(on: standing, at: ledger.now)
    note(CoinWay(decision))
    ask(
      decision, twinWallet(of: owner).decide(on: standing, at: ledger.now),
      "wallet \(owner.key) on \(standing.grant.transactionID) \(standing.grant.coin)")
    guard case .accepted(let moved) = decision else { return nil }
    return moved
  }

  mutating func request() {
    let owner = random.pick(CoinLife.accounts)
    guard let wallet = ledger.wallets[owner] else { return }
    let command = command(to: wallet)
    asked.append(command)
    let decision = wallet.decide(command, at: ledger.now)
    note(CoinWay(decision))
    ask(
      decision, twinWallet(of: owner).decide(command, at: ledger.now),
      "wallet \(owner.key) on \(command)")
    if case .accepted(let moved) = decision { ledger.record(.coinsMoved(moved)) }
  }

  mutating func askWallets() {
    for owner in CoinLife.accounts {
      guard let wallet = ledger.wallets[owner] else { continue }
      let twin = twinWallet(of: owner)
      let entries = twin.entries
      ask(wallet.entries, entries, "entries of \(owner.key)")
      ask(wallet.balances, twin.balances, "balances of \(owner.key)")
      if wallet.balances.contains(where: { $0.available < 0 }) { note(.debt) }
      for coin in ["gem", "gold"] as [Coin] {
        let sums = CoinAccount.allCases.map { wallet.sum(of: $0, in: coin) }
        let twinSums = CoinAccount.allCases.map { TwinWallet.sum(of: $0, in: coin, over: entries) }
        ask(sums, twinSums, "sums of \(coin) of \(owner.key)")
        ask(sums.reduce(0, &+), 0, "all \(coin) of \(owner.key)")
      }
    }
  }

  private func twinWallet(of owner: AccountReference) -> TwinWallet {
    twin.wallet(of: owner, in: CoinLife.bundleID, environment: .production)
  }

  /// One in four is asked again.
  private mutating func command(to wallet: Wallet) -> WalletCommand {
    if random.chance(4), !asked.isEmpty { return random.pick(asked) }
    let keys = "abcdefghijkl".map { IdempotencyKey(String($0)) }
    let reserved = wallet.entries.compactMap { entry in
      if case .reserved = entry.moved.movement { entry.moved.key } else { nil }
    }
    let reservation = random.pick(random.chance(3) || reserved.isEmpty ? keys : reserved)
    return WalletCommand(
      action(to: wallet, reservation), key: random.pick(keys),
      reference: random.pick([nil, nil, nil, "shop"]))
  }

  private mutating func action(
    to wallet: Wallet, _ key: IdempotencyKey
  ) -> WalletCommand.Action {
    let coin: Coin = random.chance(4) ? "gold" : "gem"
    let amount = amount(beside: wallet.sum(of: .available, in: coin))
    switch random.number(0...9) {
    case 0, 1, 2: return .spend(coin, amount)
    case 3, 4: return .reserve(coin, amount)
    case 5, 6: return .commit(key)
    case 7: return .cancel(key)
    default:
      return .adjust(
        coin, random.chance(3) ? 0 &- amount : amount,
        reason: random.chance(12) ? "" : "gift", author: random.chance(12) ? "" : "support")
    }
  }

  private mutating func amount(beside available: Int64) -> Int64 {
    if random.chance(2), available > 0 { return random.pick([1, available, available]) }
    return random.pick([
      1, 5, 20, 50, random.number(1...2_000), available, available &+ 1, available &- 1, 0, -1,
      .max, .min, .max &- available, .max / 2,
    ])
  }
}
