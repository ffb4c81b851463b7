import Ledger

extension CoinScript {
  /// Declares cut-over dates now and then, as if the ledger were not the first to grant: up to
  /// three, any of which may be moved back or ahead. One of the sandbox says nothing about
  /// Production.
  mutating func declareCutOvers() {
    guard random.chance(3) else { return }
    for _ in 0..<random.number(1...3) {
      let isGrantedExternally = random.chance(6)
      let cutOver = CutOverDeclared(
        bundleID: random.pick(apps), environment: isGrantedExternally ? .sandbox : .production,
        before: Instant(milliseconds: cutOverMoment()),
        decidedAt: Instant(milliseconds: moment()))
      ways.insert(isGrantedExternally ? .cutOverOfSandbox : .cutOver)
      cutOvers.append(cutOver)
    }
  }

  /// Returns a moment that is often just at a purchase, or a millisecond beside it.
  private mutating func cutOverMoment() -> Int64 {
    guard random.chance(2) else { return moment() }
    let starts = chains.flatMap(\.transactions).map(\.start)
    return random.pick(starts) + random.pick([-1, 0, 1])
  }
}
