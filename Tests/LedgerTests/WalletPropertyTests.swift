import AppStoreSimulator
import Ledger
import TestSupport
import Testing

struct WalletPropertyTests {
  @Test(arguments: 1...150)
  func `every coin adds up to zero, and a replay gives the same wallet`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var wallet = Wallet()
    var statuses: [TransactionID: GrantStatus] = [:]
    for _ in 0..<60 {
      let before = wallet
      if Bool.random(using: &random) {
        wallet.perform(command(using: &random))
      } else {
        let status = status(after: wallet, using: &random)
        statuses[status.grant.transactionID] = status
        wallet.follow([status])
      }
      #expect(wallet.entries.starts(with: before.entries), "seed \(seed)")
      for coin in [gem, "gold"] { #expect(wallet.total(coin) == 0, "seed \(seed)") }
      expectFigures(of: wallet, seed)
    }
    let granted = statuses.values.reduce(0) { $0 + $1.grant.amount - $1.takenBack }
    #expect(
      wallet.sum(of: .issued, in: gem) + wallet.sum(of: .refunded, in: gem) == -granted,
      "seed \(seed)")
    var replayed = Wallet()
    for entry in wallet.entries {
      replayed.evolve(entry.moved)
      if let earlier = replayed.entries.randomElement(using: &random) {
        replayed.evolve(earlier.moved)
      }
    }
    #expect(replayed == wallet, "seed \(seed)")
  }

  /// Expects that the figures by purchase add up to those of the wallet.
  private func expectFigures(of wallet: Wallet, _ seed: UInt64) {
    var sums: [Coin: CoinFigures] = [:]
    for part in WalletFigures(of: wallet, before: day(1)).parts {
      let figures = part.figures
      sums[part.coin, default: CoinFigures()] += figures
      #expect(
        figures.closing
          == figures.granted - figures.takenBack - figures.spent + figures.adjusted, "seed \(seed)")
      if part.grant != nil { #expect(figures.spent <= figures.granted, "seed \(seed)") }
    }
    for balance in wallet.balances(at: day(1)) {
      let (sum, coin) = (sums[balance.coin], balance.coin)
      #expect(sum?.closing == Int128(balance.available) + Int128(balance.reserved), "seed \(seed)")
      #expect(sum?.granted == -wallet.sum(of: .issued, in: coin), "seed \(seed)")
      #expect(sum?.takenBack == wallet.sum(of: .refunded, in: coin), "seed \(seed)")
      #expect(sum?.spent == wallet.sum(of: .spent, in: coin), "seed \(seed)")
      #expect(sum?.reserved == Int128(balance.reserved), "seed \(seed)")
      #expect(sum?.debt == max(0, -Int128(balance.available)), "seed \(seed)")
    }
  }

  @Test(arguments: 1...150)
  func `only a refund makes debt, and each key books once`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var wallet = Wallet()
    for _ in 0..<80 {
      let balance = wallet.balance()
      let decision = wallet.perform(command(using: &random))
      if case .accepted = decision { #expect(wallet.balance() >= min(0, balance), "seed \(seed)") }
      if Int.random(in: 0..<6, using: &random) == 0 {
        wallet.follow([status(after: wallet, using: &random)])
      }
    }
    let keys = wallet.entries.compactMap(\.moved.key)
    #expect(Set(keys).count == keys.count, "seed \(seed)")
  }

  @Test(arguments: 1...100)
  func `an answer once given is given again for ever`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var wallet = Wallet()
    wallet.follow([status(after: wallet, using: &random)])
    var answers: [(command: WalletCommand, entry: WalletEntry)] = []
    for _ in 0..<60 {
      let command = command(using: &random)
      if case .accepted = wallet.perform(command), let entry = wallet.entries.last {
        answers.append((command, entry))
      }
      for (command, entry) in answers {
        #expect(wallet.decide(command, at: day(9)) == .repeated(entry), "seed \(seed)")
      }
    }
  }

  private func command(using random: inout some RandomNumberGenerator) -> WalletCommand {
    let key = IdempotencyKey("\(Int.random(in: 0..<40, using: &random))")
    let other = IdempotencyKey("\(Int.random(in: 0..<40, using: &random))")
    let coin = [gem, gem, "gold"].randomElement(using: &random)!
    let amount = Int64.random(in: -3...30, using: &random)
    let actions: [WalletCommand.Action] = [
      .spend(coin, amount), .reserve(coin, amount), .commit(other), .cancel(other),
      .adjust(coin, amount, reason: "balance", author: "support"),
    ]
    return WalletCommand(actions.randomElement(using: &random)!, key: key)
  }

  private func status(
    after wallet: Wallet, using random: inout some RandomNumberGenerator
  ) -> GrantStatus {
    let number = Int64.random(in: 1...8, using: &random)
    return GrantStatus(
      grant: GrantMade(
        chain: ChainID(.production, "1"), account: player,
        transactionID: TransactionID("\(number)"), productID: "gems", coin: gem, quantity: 1,
        amount: number * 10, duringTrial: false, catalog: 1, decidedAt: day(0)),
      account: player, takenBack: Int64.random(in: 0...number * 10, using: &random),
      revision: Int64(wallet.entries.count + 1))
  }
}
