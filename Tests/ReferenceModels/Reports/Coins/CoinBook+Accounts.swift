import Ledger

extension CoinBook {
  /// Moves all coins from one account to another, or what a merge moved back again. The first of both copies
  /// moves the coins.
  mutating func book(_ merge: AccountsMerged) {
    let name = MergeName(from: merge.from, number: merge.number, isUndone: merge.isUndone)
    guard merged.insert(name).inserted else { return }
    let (giver, taker) =
      merge.isUndone ? (merge.into, merge.from) : (merge.from, merge.into)
    var moved = merge.isUndone ? standing[merge.from] ?? [] : emptied(merge.from)
    let late = merge.isUndone ? lateLots(of: merge, after: moved) : [:]
    let known = Dictionary(uniqueKeysWithValues: moved.map { ($0.coin, $0) })
    let kept = kept(in: merge, by: taker)
    var besides: [Coin: Set<GrantID>] = [:]
    for coin in Set(known.keys).union(late.keys) {
      var contents = known[coin]?.contents ?? CoinPurse.Contents()
      contents.lots += late[coin] ?? []
      if merge.isUndone {
        contents =
          purses[WalletName(account: giver, coin: coin), default: CoinPurse(mutation)]
          .giveBack(contents, besides: known[coin]?.besides ?? [])
      }
      if mutation == .mergesLoseProducts { contents = unknown(contents) }
      besides[coin] =
        purses[WalletName(account: taker, coin: coin), default: CoinPurse(mutation)]
        .receive(contents)
    }
    for index in moved.indices {
      moved[index].besides = besides[moved[index].coin] ?? []
      moved[index].kept = kept
    }
    standing[merge.from] = merge.isUndone ? nil : moved
    if !merge.isUndone { notePassedOn(merge) }
    for balance in merge.balances {
      let name = WalletName(account: taker, coin: balance.coin)
      for credit in balance.credits where !kept.contains(credit.grant) {
        purses[name, default: CoinPurse(mutation)].takenBack[credit.grant] = credit.takenBack
        purses[name]?.revisions[credit.grant] = credit.revision
      }
    }
    forgetGiven(merge, by: giver, known)
  }

  /// Returns the grants that the giver has given back whole, and that the taker has, or was told of as late.
  private func kept(in merge: AccountsMerged, by taker: AccountReference) -> Set<GrantID> {
    var kept: Set<GrantID> = []
    for balance in merge.balances {
      guard let own = purses[WalletName(account: taker, coin: balance.coin)] else { continue }
      for credit in balance.credits where credit.takenBack >= credit.amount {
        let total = own.takenBack[credit.grant]
        guard total != nil || own.lots.contains(where: { $0.grant == credit.grant }) else {
          continue
        }
        if total ?? 0 < credit.amount || own.revisions[credit.grant] ?? 0 >= credit.revision {
          kept.insert(credit.grant)
        }
      }
    }
    return kept
  }

  /// Forgets the totals that the giver does not keep: later credits begin anew.
  private mutating func forgetGiven(
    _ merge: AccountsMerged, by giver: AccountReference, _ moved: [Coin: MovedPurse]
  ) {
    for balance in merge.balances {
      for credit in balance.credits
      where moved[balance.coin]?.kept.contains(credit.grant) != true {
        purses[WalletName(account: giver, coin: balance.coin)]?.takenBack[credit.grant] = nil
        purses[WalletName(account: giver, coin: balance.coin)]?.revisions[credit.grant] = nil
      }
    }
  }

  /// Notes that another guest's coins of a grant had moved on to the guest that a merge brings now.
  private mutating func notePassedOn(_ merge: AccountsMerged) {
    for balance in merge.balances {
      for credit in balance.credits where credit.takenBack < credit.amount {
        for guest in standing.keys where guest != merge.from {
          guard let index = standing[guest]?.firstIndex(where: { $0.coin == balance.coin }),
            standing[guest]?[index].contents.lots.contains(where: { $0.grant == credit.grant })
              == true
          else { continue }
          standing[guest]?[index].besides.insert(credit.grant)
        }
      }
    }
  }

  private mutating func emptied(_ account: AccountReference) -> [MovedPurse] {
    purses.keys.filter { $0.account == account }.map { name in
      MovedPurse(coin: name.coin, contents: purses[name]?.empty() ?? CoinPurse.Contents())
    }
  }

  /// Returns the lots of grants that were the guest's before the merge and credited after it, with what is left of
  /// them.
  private func lateLots(of merge: AccountsMerged, after moved: [MovedPurse]) -> [Coin: [CoinLot]] {
    let known = Set(moved.flatMap { $0.contents.lots.map(\.grant) })
    var late: [Coin: [CoinLot]] = [:]
    for balance in merge.balances {
      let lots = purses[WalletName(account: merge.into, coin: balance.coin)]?.lots ?? []
      for credit in balance.credits where !known.contains(credit.grant) {
        let since = lots.first { $0.grant == credit.grant }?.since ?? .distantPast
        late[balance.coin, default: []].append(
          CoinLot(
            grant: credit.grant, product: product(of: credit.grant), since: since,
            left: Int128(credit.amount - credit.takenBack)))
      }
    }
    return late
  }

  private func unknown(_ contents: CoinPurse.Contents) -> CoinPurse.Contents {
    var contents = contents
    contents.lots = contents.lots.map { lot in
      CoinLot(grant: lot.grant, product: "", since: lot.since, left: lot.left)
    }
    return contents
  }

  /// Ends what is left of an account with it, reserved coins and debts included.
  mutating func erase(_ account: AccountReference) {
    for name in purses.keys where name.account == account {
      guard let purse = purses.removeValue(forKey: name) else { continue }
      for (product, amount) in purse.rests(self) {
        sums[Heading(product: product, coin: name.coin), default: Sums()].erased += amount
      }
      for lot in purse.lots { ended.insert(lot.grant) }
      var empty = CoinPurse(mutation)
      empty.takenBack = purse.takenBack
      purses[name] = empty
    }
  }

  /// The coins that players have, reserved ones included and less those that they owe, by product and coin.
  var closing: [Heading: Int128] {
    var closing: [Heading: Int128] = [:]
    for (name, purse) in purses {
      for (product, amount) in purse.rests(self) {
        closing[Heading(product: product, coin: name.coin), default: 0] += amount
      }
    }
    return closing
  }
}

extension CoinPurse {
  /// The coins that the player has, reserved ones included and less those that are owed, by product.
  fileprivate func rests(_ book: CoinBook) -> [(product: String, amount: Int128)] {
    lots.map { ($0.product, $0.left) } + [("", earned)] + reserved(book)
      + loans.map { ($0.product, -$0.amount) }
  }

  /// The reserved coins by product.
  func reserved(_ book: CoinBook) -> [(product: String, amount: Int128)] {
    reservations.flatMap(\.parts).map { part in
      guard case .lot(let grant) = part.place else { return ("", part.amount) }
      return (lots.first { $0.grant == grant }?.product ?? book.product(of: grant), part.amount)
    }
  }
}
