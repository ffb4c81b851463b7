import Ledger
import Testing

@testable import ReferenceModels

@Suite struct CoinsOfRandomLivesTests {
  @Test(arguments: 0..<30)
  func `coins add up to the balances of all wallets`(number: Int) {
    let life = CoinLife(seed: 5, number: number)
    var probe = CoinsProbe(life, mutation: nil)
    probe.play()
    let log = probe.ledger.log
    var cut = Position()
    for event in log { cut.reach(event.id) }
    let last = log.last?.recordedAt ?? .distantPast
    let question = ModelReportQuestion(
      app: CoinLife.bundleID, from: nil, to: Instant(milliseconds: last.milliseconds + 1),
      cut: cut, knownAt: last)
    let rows = CoinReportModel(ModelReportFacts(events: log)).rows(of: question)
    let wallets = CoinLife.accounts(of: CoinLife.bundleID).map {
      CoinsModel(log).wallet(of: $0, in: CoinLife.bundleID, environment: .production)
    }
    let balances = wallets.flatMap(\.balances)
    for coin in Set(balances.map(\.coin)) {
      let own = balances.filter { $0.coin == coin }
      #expect(
        sum("closing", of: coin, rows)
          == own.reduce(Int128(0)) { $0 + Int128($1.available) + Int128($1.reserved) })
      #expect(
        sum("reserved", of: coin, rows) == own.reduce(Int128(0)) { $0 + Int128($1.reserved) })
      #expect(
        sum("debt", of: coin, rows)
          == own.reduce(Int128(0)) { $0 + max(0, -Int128($1.available)) })
    }
    _ = RefundModel(ModelReportFacts(events: log)).rows(of: question)
  }

  private func sum(_ figure: String, of coin: Coin, _ rows: [ModelReportRow]) -> Int128 {
    rows.filter { $0["coin"] == coin.rawValue }
      .reduce(0) { $0 + (Int128($1[figure] ?? "") ?? 0) }
  }
}
