import Ledger
import TestSupport
import Testing

struct WalletGrantTests {
  private func status(
    _ id: TransactionID = "1000", _ amount: Int64 = 100, takenBack: Int64 = 0, revision: Int64 = 1,
    environment: StoreEnvironment = .production, app: BundleID = game,
    account: AccountReference? = player
  ) -> GrantStatus {
    GrantStatus(
      grant: GrantMade(
        chain: ChainID(app, environment, "1000"), account: account, transactionID: id,
        productID: "gems", coin: gem, quantity: 1, amount: amount, duringTrial: false,
        catalog: 1, decidedAt: day(0)),
      account: account, takenBack: takenBack, revision: revision)
  }

  @Test func `a grant is credited once`() throws {
    var wallet = Wallet()
    wallet.follow([status(), status()])
    let entry = try #require(wallet.entries.last)
    #expect(wallet.balance() == 100)
    #expect(wallet.decide(on: status(), at: day(9)) == .repeated(entry))
  }

  @Test func `coins spent before a refund become debt, until purchases pay it`() {
    var wallet = Wallet()
    wallet.follow([status()])
    wallet.perform(.spend(gem, 80), key: "sword")
    wallet.follow([status(takenBack: 100)])
    #expect(wallet.balance() == -80)
    for amount in [1, Coin.amountMax] {
      #expect(
        wallet.perform(.spend(gem, amount), key: "a") == .rejected(.insufficientCoins(balance: -80))
      )
    }
    wallet.follow([status("2000", 90)])
    #expect(wallet.balance() == 10)
    #expect(wallet.sum(of: .refunded, in: gem) == 100)
  }

  @Test func `a reversal gives back what was taken, a second share takes the rest of it`() {
    var wallet = Wallet()
    var balances: [Int64] = []
    for (index, takenBack) in ([0, 30, 30, 100, 0, 50] as [Int64]).enumerated() {
      wallet.follow([status(takenBack: takenBack, revision: Int64(index + 1))])
      balances.append(wallet.balance())
    }
    #expect(balances == [100, 70, 70, 0, 100, 50])
    #expect(wallet.entries.count == 5)
    #expect(wallet.total() == 0)
  }

  @Test func `a reservation stands while its coins are taken back`() {
    var wallet = Wallet()
    wallet.follow([status()])
    wallet.perform(.reserve(gem, 70), key: "auction")
    wallet.follow([status(takenBack: 100)])
    #expect(wallet.balances == [CoinBalance(coin: gem, available: -70, reserved: 70)])
    wallet.perform(.commit("auction"), key: "won")
    #expect(wallet.balances == [CoinBalance(coin: gem, available: -70, reserved: 0)])
  }

  @Test func `nothing crosses from another environment, app or account`() {
    let wallet = Wallet()
    let strangers = [
      status(environment: .sandbox), status(app: "com.example.other"), status(account: nil),
      status(account: AccountReference(.sandbox, game, "player")),
    ]
    for stranger in strangers {
      #expect(wallet.decide(on: stranger, at: day(0)) == .rejected(.grantOfAnotherWallet))
    }
  }

  @Test func `a credit that does not fit is rejected, and loses nothing`() {
    var wallet = Wallet()
    wallet.follow([status("1", Coin.amountMax)])
    #expect(wallet.decide(on: status("2", 1), at: day(0)) == .rejected(.amountOutOfBounds))
    #expect(wallet.balance() == Coin.amountMax)
  }

  @Test func `an earlier reading of the chain takes nothing back`() {
    var wallet = Wallet()
    wallet.follow([status(takenBack: 40, revision: 7), status(revision: 6)])
    #expect(wallet.balance() == 60)
    wallet.follow([status(revision: 8)])
    #expect(wallet.balance() == 100)
  }

  @Test func `a refund is followed though all of it was credited late`() {
    var wallet = Wallet()
    wallet.follow([status(takenBack: 40)])
    #expect(wallet.entries.map(\.balance) == [100, 60])
  }
}
