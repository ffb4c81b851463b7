import Ledger
import TestSupport
import Testing

/// The bound of all amounts, in requests and in the coins of a wallet.
struct WalletBoundTests {
  private static let most = Coin.amountMax

  private func give(_ amount: Int64) -> WalletCommand.Action {
    .adjust(gem, amount, reason: "gift", author: "support")
  }

  @Test func `a wallet may have the bound, and no coin more, reserved ones included`() {
    var wallet = Wallet()
    wallet.perform(give(Self.most), key: "all")
    #expect(wallet.perform(give(1), key: "more") == .rejected(.amountOutOfBounds))
    wallet.perform(.reserve(gem, 5), key: "auction")
    #expect(wallet.perform(give(1), key: "more") == .rejected(.amountOutOfBounds))
    wallet.perform(.cancel("auction"), key: "lost")
    #expect(wallet.balance() == Self.most)
    wallet.perform(.spend(gem, 1), key: "sword")
    wallet.perform(give(1), key: "more")
    #expect(wallet.balance() == Self.most)
  }

  @Test(arguments: [Coin.amountMax + 1, .max])
  func `no request goes beyond the bound`(amount: Int64) {
    var wallet = Wallet()
    wallet.perform(give(Self.most), key: "all")
    for action in [.spend(gem, amount), .reserve(gem, amount), give(amount), give(-amount)] {
      #expect(wallet.perform(action, key: "a") == .rejected(.amountOutOfBounds))
    }
    #expect(wallet.perform(give(.min), key: "a") == .rejected(.amountOutOfBounds))
    #expect(wallet.perform(.spend(gem, Self.most), key: "a").isAccepted)
  }

  @Test func `coins that come and go for ever are counted for ever`() {
    var wallet = Wallet()
    for number in 0..<10_000 {
      wallet.perform(give(Self.most), key: IdempotencyKey("give-\(number)"))
      wallet.perform(.spend(gem, Self.most), key: IdempotencyKey("spend-\(number)"))
    }
    let spent = 10_000 * Int128(Self.most)
    #expect(spent > Int128(Int64.max))
    #expect(wallet.sum(of: .spent, in: gem) == spent)
    #expect(wallet.total() == 0)
    let parts = WalletFigures(of: wallet, before: day(9)).parts
    #expect(parts.map(\.figures.spent) == [spent])
    #expect(parts.map(\.figures.closing) == [0])
  }

  @Test func `a purchase of the largest quantity is within the bound, and one more waits`() throws {
    for (quantity, isDue) in [(Int32(10), true), (11, false)] {
      var given = Given(consumable: "1000")
      given.boughtGems(quantity: quantity)
      let due = given.book.due(by: try Catalogs(gems(Coin.grantMax)), decidedAt: day(1))
      #expect(due.map(\.amount) == (isDue ? [Self.most] : []))
    }
  }

  @Test func `figures of many wallets add up beyond 64 bits`() {
    var (sum, figures) = (CoinFigures(), CoinFigures())
    (figures.granted, figures.closing) = (Int128(Int64.max), Int128(Int64.max))
    for _ in 0..<3 { sum += figures }
    #expect(sum.closing == 3 * Int128(Int64.max))
  }
}

extension WalletDecision {
  fileprivate var isAccepted: Bool { if case .accepted = self { true } else { false } }
}
