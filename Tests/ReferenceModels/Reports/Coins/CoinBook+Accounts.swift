import Ledger

extension CoinBook {
  /// Moves all coins from one account to another, or what a merge moved back again. The first of both copies
  /// moves the coins.
  mutating func book(_ merge: AccountsMerged) {
    let name = MergeName(from: merge.from, number: merge.number, isUndone: merge.isUndone)
    guard merged.insert(name).inserted else { return }
    let (giver, taker) =
      merge.isUndone ? (merge.into, merge.from) : (merge.from, merge.into)
    let lots = merge.isUndone ? standing[merge.from] ?? [] : emptied(merge.from)
    standing[merge.from] = merge.isUndone ? nil : lots
    for group in lots {
      let (from, to) = (
        WalletName(account: giver, coin: group.coin), WalletName(account: taker, coin: group.coin)
      )
      var (source, target) = (
        purses[from] ?? CoinPurse(mutation), purses[to] ?? CoinPurse(mutation)
      )
      for lot in group.lots {
        if merge.isUndone { source.add(-lot.left, to: lot) }
        target.add(lot.left, to: mutation == .mergesLoseProducts ? unknown(lot) : lot)
      }
      (purses[from], purses[to]) = (source, target)
    }
    for balance in merge.balances {
      for credit in balance.credits {
        purses[WalletName(account: taker, coin: balance.coin), default: CoinPurse(mutation)]
          .takenBack[credit.grant] = credit.takenBack
      }
    }
  }

  private mutating func emptied(_ account: AccountReference) -> [MovedLots] {
    purses.keys.filter { $0.account == account }.map { name in
      MovedLots(coin: name.coin, lots: purses[name]?.empty() ?? [])
    }
  }

  private func unknown(_ lot: CoinLot) -> CoinLot {
    CoinLot(grant: lot.grant, product: "", age: lot.age)
  }

  /// Ends what is left of an account with it, reserved coins and debts included.
  mutating func erase(_ account: AccountReference) {
    for name in purses.keys where name.account == account {
      guard var purse = purses.removeValue(forKey: name) else { continue }
      for reservation in purse.reservations {
        for (lot, amount) in purse.end(reservation.key) { purse.add(amount, to: lot) }
      }
      for lot in purse.lots {
        sums[Heading(product: lot.product, coin: name.coin), default: Sums()].erased += lot.left
        if let grant = lot.grant { ended.insert(grant) }
      }
      var empty = CoinPurse(mutation)
      empty.takenBack = purse.takenBack
      purses[name] = empty
    }
  }
}
