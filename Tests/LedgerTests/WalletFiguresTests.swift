import Ledger
import TestSupport
import Testing

/// The figures of a wallet by the purchase that brought the coins, worked out by hand.
struct WalletFiguresTests {
  private func status(
    _ id: TransactionID, _ amount: Int64, takenBack: Int64 = 0, revision: Int64 = 1
  ) -> GrantStatus {
    GrantStatus(
      grant: GrantMade(
        chain: ChainID(.production, "1000"), account: player, transactionID: id,
        productID: "gems", coin: gem, quantity: 1, amount: amount, duringTrial: false,
        catalog: 1, decidedAt: day(0)),
      account: player, takenBack: takenBack, revision: revision)
  }

  private func figures(
    _ id: TransactionID?, _ wallet: Wallet, before moment: Instant = day(99),
    erasedAt: Instant? = nil
  ) -> CoinFigures? {
    WalletFigures(of: wallet, before: moment, erasedAt: erasedAt).parts
      .first { $0.grant == id.map { GrantID(.production, $0, gem) } }?.figures
  }

  private func figures(_ change: (inout CoinFigures) -> Void) -> CoinFigures {
    var figures = CoinFigures()
    change(&figures)
    return figures
  }

  @Test func `the oldest coins are spent first`() {
    var wallet = Wallet()
    wallet.follow([status("1", 100)], on: 1)
    wallet.follow([status("2", 50)], on: 2)
    wallet.perform(WalletCommand(.spend(gem, 120), key: "sword"), on: 3)
    #expect(figures("1", wallet) == figures { ($0.granted, $0.spent) = (100, 100) })
    let second = figures { ($0.granted, $0.spent, $0.closing) = (50, 20, 30) }
    #expect(figures("2", wallet) == second)
  }

  @Test func `what happens at a moment does not count before it`() {
    var wallet = Wallet()
    wallet.follow([status("1", 100)], on: 1)
    wallet.perform(WalletCommand(.spend(gem, 40), key: "sword"), on: 3)
    #expect(figures("1", wallet, before: day(1)) == nil)
    #expect(
      figures("1", wallet, before: day(3)) == figures { ($0.granted, $0.closing) = (100, 100) })
  }

  @Test func `what is taken back after it was spent is a debt of its purchase`() {
    var wallet = Wallet()
    wallet.follow([status("1", 100)], on: 1)
    wallet.perform(WalletCommand(.spend(gem, 80), key: "sword"), on: 2)
    wallet.follow([status("1", 100, takenBack: 100, revision: 2)], on: 3)
    #expect(
      figures("1", wallet)
        == figures {
          ($0.granted, $0.takenBack, $0.spent) = (100, 100, 80)
          ($0.closing, $0.debt) = (-80, 80)
        })
    // A later purchase pays 60 of it, which counts as spent of its own: 20 are owed.
    wallet.follow([status("2", 60)], on: 4)
    #expect(
      figures("1", wallet)
        == figures {
          ($0.granted, $0.takenBack, $0.spent) = (100, 100, 20)
          ($0.closing, $0.debt) = (-20, 20)
        })
    #expect(figures("2", wallet) == figures { ($0.granted, $0.spent) = (60, 60) })
  }

  @Test func `reserved coins are owed until they are spent`() {
    var wallet = Wallet()
    wallet.follow([status("1", 100)], on: 1)
    wallet.follow([status("2", 50)], on: 2)
    wallet.perform(WalletCommand(.reserve(gem, 130), key: "auction"), on: 3)
    #expect(
      figures("1", wallet)
        == figures { ($0.granted, $0.closing, $0.reserved) = (100, 100, 100) })
    #expect(
      figures("2", wallet) == figures { ($0.granted, $0.closing, $0.reserved) = (50, 50, 30) })
    wallet.perform(WalletCommand(.commit("auction"), key: "won"), on: 4)
    #expect(
      figures("2", wallet) == figures { ($0.granted, $0.spent, $0.closing) = (50, 30, 20) })
  }

  @Test func `coins that an operator gives or takes are adjusted`() {
    var wallet = Wallet()
    wallet.perform(
      WalletCommand(.adjust(gem, 10, reason: "gift", author: "kim"), key: "gift"), on: 1)
    wallet.follow([status("1", 100)], on: 2)
    wallet.perform(
      WalletCommand(.adjust(gem, -15, reason: "fraud", author: "kim"), key: "fraud"), on: 3)
    #expect(figures(nil, wallet) == CoinFigures())
    #expect(
      figures("1", wallet) == figures { ($0.granted, $0.adjusted, $0.closing) = (100, -5, 95) })
  }

  @Test func `the coins of an erased account end with it`() {
    var wallet = Wallet()
    wallet.follow([status("1", 100)], on: 1)
    wallet.perform(WalletCommand(.reserve(gem, 30), key: "auction"), on: 2)
    let erased = figures { ($0.granted, $0.erased) = (100, 100) }
    #expect(figures("1", wallet, before: day(6), erasedAt: day(5)) == erased)
    let before = figures { ($0.granted, $0.closing, $0.reserved) = (100, 100, 30) }
    #expect(figures("1", wallet, before: day(5), erasedAt: day(5)) == before)
  }
}
