import Ledger

extension CoinsProbe {
  /// Plays the same news in another order, some of it twice, with decisions at any pace: in the end
  /// each chain's coins are worth what the facts alone say. The catalogs come first, because their
  /// order matters.
  ///
  /// Lives with offers that Apple did not tell are left out: a decision about one stands, whatever is
  /// learned of it later. So are those with purchases under several ids (the grant may follow the
  /// catalog of any of the dates) and those with an omitted quantity.
  mutating func playAgain() {
    let decidedForGood: Set<CoinLifeEvent> = [
      .untoldOffer, .owedOffer, .offerToldInPart, .periodToldTwice, .restored, .quantityOmitted,
    ]
    guard life.ways.isDisjoint(with: decidedForGood) else { return }
    let catalogs = life.news.filter { $0.event.stream == .shared }
    let facts = life.news.filter { $0.event.stream != .shared }
    let doubled = facts + facts.filter { _ in random.chance(3) }
    ledger = CoinLedger(life)
    for news in catalogs + doubled.shuffled(using: &random) {
      ledger.hear(news)
      if random.chance(3) { decideQuietly(on: random.pick(life.chains)) }
    }
    let moment = ledger.now + .milliseconds(random.pick([0, random.number(0...9_999_999_999)]))
    for chain in life.chains {
      while decideQuietly(on: chain) {}
      ask(
        ledger.worth(of: chain, at: moment), model.worth(of: chain, at: moment),
        "worth of \(chain.originalTransactionID) at \(moment), in another order")
    }
  }

  @discardableResult
  private mutating func decideQuietly(on chain: ChainID) -> Bool {
    let due = ledger.due(of: chain)
    for grant in due.shuffled(using: &random).prefix(random.pick([1, 9])) {
      ledger.record(.chain(.grantMade(grant)))
    }
    return !due.isEmpty
  }
}
