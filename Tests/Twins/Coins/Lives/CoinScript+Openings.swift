import Ledger

extension CoinScript {
  /// Now and then the ledger is not the first to grant: up to three openings, any of which may be moved
  /// back or ahead, and one of the sandbox, which says nothing of Production.
  mutating func declareOpenings() {
    guard random.chance(3) else { return }
    for _ in 0..<random.number(1...3) {
      let isElsewhere = random.chance(6)
      let opening = OpeningDeclared(
        bundleID: CoinLife.bundleID, environment: isElsewhere ? .sandbox : .production,
        before: Instant(milliseconds: openingMoment()),
        decidedAt: Instant(milliseconds: moment()))
      ways.insert(isElsewhere ? .openingOfSandbox : .opening)
      openings.append(opening)
    }
  }

  /// Often just at a purchase, or a millisecond beside it.
  private mutating func openingMoment() -> Int64 {
    guard random.chance(2) else { return moment() }
    let starts = chains.flatMap(\.transactions).map(\.start)
    return random.pick(starts) + random.pick([-1, 0, 1])
  }
}
