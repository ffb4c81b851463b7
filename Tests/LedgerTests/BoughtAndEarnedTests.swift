import Ledger
import TestSupport
import Testing

/// The parts of a wallet, worked out by hand: what was bought, by lot, what was earned and what is owed.
struct BoughtAndEarnedTests {
  /// The bought, earned and owed coins of a wallet.
  private struct Parts: Equatable {
    let bought: Int64
    let earned: Int64
    let debt: Int64

    init(_ bought: Int64, _ earned: Int64, _ debt: Int64) {
      (self.bought, self.earned, self.debt) = (bought, earned, debt)
    }
  }

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

  private func parts(_ wallet: Wallet, on number: Double = 99) -> Parts? {
    wallet.balances(at: day(number)).first.map { balance in
      #expect(balance.available == balance.bought + balance.earned - balance.debt)
      return Parts(balance.bought, balance.earned, balance.debt)
    }
  }

  private func left(of id: TransactionID, in wallet: Wallet) -> Int64? {
    WalletHoldings(of: wallet.entries)[gem].lot(of: GrantID(.production, id, gem))?.left
  }

  private func command(
    _ action: WalletCommand.Action, _ key: IdempotencyKey, _ order: SpendOrder = .bought,
    expiresIn: Duration? = nil
  ) -> WalletCommand {
    WalletCommand(action, key: key, expiresIn: expiresIn)
      .ruled(by: CoinRules(creditMax: 1_000, spendFirst: order))
  }

  /// Returns a wallet with lots, each of its day, and earned coins.
  private func wallet(lots: [Int64], earned: Int64 = 0) -> Wallet {
    var wallet = Wallet()
    for (index, amount) in lots.enumerated() {
      wallet.follow([status(TransactionID("\(index + 1)"), amount)], on: Double(index + 1))
    }
    if earned > 0 {
      wallet.perform(command(.credit(gem, earned, source: "quest"), "quest"), on: 9)
    }
    return wallet
  }

  @Test(arguments: [(SpendOrder.earned, 80, 0), (.bought, 30, 50)] as [(SpendOrder, Int64, Int64)])
  func `a spend takes what the catalog says first`(
    order: SpendOrder, bought: Int64, earned: Int64
  ) {
    var wallet = wallet(lots: [100], earned: 50)
    #expect(parts(wallet) == Parts(100, 50, 0))
    wallet.perform(command(.spend(gem, 70), "sword", order), on: 10)
    #expect(parts(wallet) == Parts(bought, earned, 0))
  }

  @Test func `the oldest lot is spent first, and an adjustment takes as a spend does`() {
    var wallet = wallet(lots: [30, 100], earned: 5)
    wallet.perform(command(.spend(gem, 50), "sword"), on: 10)
    #expect(left(of: "1", in: wallet) == 0)
    #expect(left(of: "2", in: wallet) == 80)
    wallet.perform(command(.adjust(gem, -15, reason: "r", author: "a"), "less", .earned), on: 11)
    #expect(parts(wallet) == Parts(70, 0, 0))
    wallet.perform(command(.adjust(gem, 8, reason: "r", author: "a"), "more"), on: 12)
    #expect(parts(wallet) == Parts(70, 8, 0))
  }

  @Test func `the order in force is kept with the spend`() throws {
    var wallet = wallet(lots: [100], earned: 50)
    wallet.perform(command(.spend(gem, 70), "sword"), on: 10)
    #expect(wallet.entries.last?.moved.spendFirst == .bought)
    wallet.perform(command(.spend(gem, 10), "shield", .earned), on: 11)
    #expect(wallet.entries.last?.moved.spendFirst == nil)
    #expect(parts(wallet) == Parts(30, 40, 0))
    // A repeated request is answered whatever the catalog says now.
    let entry = try #require(wallet.entries.first { $0.moved.key == "sword" })
    let again = wallet.decide(command(.spend(gem, 70), "sword", .earned), at: day(20))
    #expect(again == .repeated(entry))
  }

  @Test func `a refund takes its own lot, other lots, earned coins, and then makes debt`() {
    var wallet = wallet(lots: [100, 30], earned: 25)
    wallet.perform(command(.spend(gem, 80), "sword"), on: 10)
    wallet.follow([status("1", 100, takenBack: 40, revision: 2)], on: 11)
    // 20 of its own lot, 20 of the other.
    #expect(left(of: "1", in: wallet) == 0)
    #expect(parts(wallet) == Parts(10, 25, 0))
    wallet.follow([status("1", 100, takenBack: 100, revision: 3)], on: 12)
    // 10 of the other lot, 25 earned ones, 25 that are not there.
    #expect(parts(wallet) == Parts(0, 0, 25))
    wallet.follow([status("3", 20)], on: 13)
    #expect(parts(wallet) == Parts(0, 0, 5))
    wallet.perform(command(.credit(gem, 40, source: "quest"), "second"), on: 14)
    #expect(parts(wallet) == Parts(0, 35, 0))
  }

  @Test func `a reversal of a refund gives back what it took last first`() {
    var wallet = wallet(lots: [100, 50], earned: 20)
    wallet.perform(command(.spend(gem, 70), "sword"), on: 10)
    #expect(parts(wallet) == Parts(80, 20, 0))
    wallet.follow([status("1", 100, takenBack: 100, revision: 2)], on: 11)
    #expect(parts(wallet) == Parts(0, 0, 0))
    wallet.follow([status("1", 100, takenBack: 40, revision: 3)], on: 12)
    // 20 earned ones and 40 of the other lot come back.
    #expect(parts(wallet) == Parts(40, 20, 0))
    #expect(left(of: "2", in: wallet) == 40)
    wallet.follow([status("1", 100, revision: 4)], on: 13)
    #expect(parts(wallet) == Parts(80, 20, 0))
    #expect(left(of: "1", in: wallet) == 30)
  }

  @Test func `a reversal of a refund fills the debt that it left`() {
    var wallet = wallet(lots: [100])
    wallet.perform(command(.spend(gem, 70), "sword"), on: 10)
    wallet.follow([status("1", 100, takenBack: 100, revision: 2)], on: 11)
    #expect(parts(wallet) == Parts(0, 0, 70))
    wallet.follow([status("2", 50)], on: 12)
    #expect(parts(wallet) == Parts(0, 0, 20))
    wallet.follow([status("1", 100, revision: 3)], on: 13)
    // 20 are owed; 50 that the other lot paid and 30 that were left are here again.
    #expect(parts(wallet) == Parts(80, 0, 0))
  }

  /// A lot of 100 of which 60 are out, with 60 earned coins beside it: half of it is refunded, or all.
  @Test(
    arguments: [
      // All of it: 40 of the lot and the 60 earned ones. The 60 come back as earned.
      (100, 0, 60),
      // Half of it: 40 of the lot and 10 earned ones. 10 come back as earned, 50 to the lot.
      (50, 50, 60),
      // What was left of the lot is enough.
      (30, 70, 60),
    ] as [(Int64, Int64, Int64)])
  func `what was refunded meanwhile comes back as earned`(
    refunded: Int64, bought: Int64, earned: Int64
  ) {
    let refund = status("1", 100, takenBack: refunded, revision: 2)
    var canceled = wallet(lots: [100], earned: 60)
    canceled.perform(command(.reserve(gem, 60), "bid"), on: 10)
    canceled.follow([refund], on: 11)
    canceled.perform(command(.cancel("bid"), "lost"), on: 12)
    #expect(parts(canceled) == Parts(bought, earned, 0))

    var expired = wallet(lots: [100], earned: 60)
    expired.perform(command(.reserve(gem, 60), "bid", expiresIn: .seconds(2 * 86_400)), on: 10)
    expired.follow([refund], on: 11)
    #expect(parts(expired, on: 12) == Parts(bought, earned, 0))
    // A late cancellation gives nothing more back.
    expired.perform(command(.cancel("bid"), "late"), on: 20)
    #expect(parts(expired) == Parts(bought, earned, 0))

    var spent = wallet(lots: [100], earned: 60)
    spent.perform(command(.spend(gem, 60), "sword"), on: 10)
    spent.follow([refund], on: 11)
    if let id = spent.entries.first(where: { $0.moved.key == "sword" })?.id {
      spent.perform(command(.reverse(id), "back"), on: 12)
    }
    #expect(parts(spent) == Parts(bought, earned, 0))
  }

  @Test func `coins that come back pay the debt of their own refund first`() {
    var wallet = wallet(lots: [100])
    wallet.perform(command(.reserve(gem, 60), "bid"), on: 10)
    wallet.follow([status("1", 100, takenBack: 50, revision: 2)], on: 11)
    #expect(parts(wallet) == Parts(0, 0, 10))
    wallet.perform(command(.cancel("bid"), "lost"), on: 12)
    #expect(parts(wallet) == Parts(50, 0, 0))
  }

  @Test func `a spend or a committed reservation is taken back whole, once`() throws {
    var wallet = wallet(lots: [100], earned: 50)
    wallet.perform(command(.spend(gem, 70), "sword"), on: 10)
    let spend = try #require(wallet.entries.last)
    wallet.perform(command(.reserve(gem, 40), "bid"), on: 11)
    let reserve = try #require(wallet.entries.last)
    wallet.perform(command(.commit("bid"), "won"), on: 12)
    let commit = try #require(wallet.entries.last)
    #expect(parts(wallet) == Parts(0, 40, 0))
    #expect(
      wallet.perform(command(.reverse(reserve.id), "x"), on: 13) == .rejected(.entryNotSpent))
    wallet.perform(command(.reverse(commit.id), "second"), on: 13)
    #expect(parts(wallet) == Parts(30, 50, 0))
    wallet.perform(command(.reverse(spend.id), "first"), on: 14)
    #expect(parts(wallet) == Parts(100, 50, 0))
    let reversal = try #require(wallet.entries.last)
    #expect(wallet.sum(of: .spent, in: gem) == 0)
    #expect(wallet.perform(command(.reverse(spend.id), "first"), on: 15) == .repeated(reversal))
    #expect(
      wallet.perform(command(.reverse(spend.id), "again"), on: 15)
        == .rejected(.alreadyReversed(reversal)))
    #expect(
      wallet.perform(command(.reverse(commit.id), "first"), on: 15) == .conflict(reversal))
    #expect(
      wallet.perform(command(.reverse(reversal.id), "y"), on: 15) == .rejected(.entryNotSpent))
    let unknown = try #require(WalletEntryID("00000000000000000000000000000000"))
    #expect(wallet.perform(command(.reverse(unknown), "z"), on: 15) == .rejected(.entryUnknown))
  }

  @Test(
    arguments: [
      (nil, 1, .creditNotAllowed), (100, 100, nil), (100, 101, .creditTooLarge(max: 100)),
      (100, 0, .amountNotPositive), (100, Coin.amountMax + 1, .amountOutOfBounds),
      (Coin.amountMax, Coin.amountMax, .amountOutOfBounds),
    ] as [(Int64?, Int64, WalletRejection?)])
  func `a game gives as many coins at once as the catalog allows`(
    max: Int64?, amount: Int64, rejection: WalletRejection?
  ) {
    var wallet = wallet(lots: [10])
    let credit = WalletCommand(.credit(gem, amount, source: "quest"), key: "quest")
      .ruled(by: CoinRules(creditMax: max))
    let decision = wallet.perform(credit, on: 10)
    if let rejection {
      #expect(decision == .rejected(rejection))
    } else {
      #expect(parts(wallet) == Parts(10, amount, 0))
      #expect(wallet.total() == 0)
    }
  }

  @Test func `coins that were delivered elsewhere take other coins, and give them back`() {
    var wallet = wallet(lots: [30], earned: 10)
    let grant = GrantMade(
      chain: ChainID(.production, "2000"), account: player, transactionID: "old",
      productID: "gems", coin: gem, quantity: 1, amount: 50, duringTrial: false, catalog: 1,
      rules: 5, deliveredBefore: day(-1), decidedAt: day(0))
    wallet.follow(
      [GrantStatus(grant: grant, account: player, takenBack: 50, revision: 2)], on: 10)
    #expect(parts(wallet) == Parts(0, 0, 10))
    wallet.follow([GrantStatus(grant: grant, account: player, takenBack: 0, revision: 3)], on: 11)
    #expect(parts(wallet) == Parts(30, 10, 0))
  }
}
