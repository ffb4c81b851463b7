import Ledger
import Testing

struct WalletTests {
  /// Returns a wallet with so many gems.
  private func wallet(_ amount: Int64) -> Wallet {
    var wallet = Wallet()
    wallet.perform(.adjust(gem, amount, reason: "gift", author: "support"), key: "gift")
    return wallet
  }

  @Test(
    arguments: [(1, true), (100, true), (101, false), (Coin.amountMax, false)] as [(Int64, Bool)])
  func `coins are spent as far as they suffice`(amount: Int64, suffices: Bool) {
    var wallet = wallet(100)
    let decision = wallet.perform(.spend(gem, amount), key: "sword")
    if suffices {
      #expect(wallet.balance() == 100 - amount)
      #expect(wallet.sum(of: .spent, in: gem) == amount)
    } else {
      #expect(decision == .rejected(.insufficientCoins(balance: 100)))
      #expect(wallet.entries.count == 1)
    }
  }

  @Test func `an entry tells from where to where, and what is left`() throws {
    var wallet = wallet(100)
    wallet.perform(.spend(gem, 30), key: "sword", reference: "shop/7")
    let entry = try #require(wallet.entries.last)
    #expect(entry.number == 2)
    #expect(entry.balance == 70)
    #expect(entry.moved.reference == "shop/7")
    #expect(
      entry.postings == [
        WalletEntry.Posting(.available, -30), WalletEntry.Posting(.spent, 30),
      ])
  }

  @Test func `coins of another name are not touched`() {
    var wallet = wallet(100)
    #expect(
      wallet.perform(.spend("gold", 1), key: "a") == .rejected(.insufficientCoins(balance: 0)))
  }

  @Test func `the same request again is answered with the same entry`() throws {
    var wallet = wallet(100)
    wallet.perform(.spend(gem, 80), key: "sword", reference: "shop")
    let entry = try #require(wallet.entries.last)
    wallet.perform(.spend(gem, 5), key: "other")
    let again = WalletCommand(.spend(gem, 80), key: "sword", reference: "shop")
    #expect(wallet.perform(again, on: 400) == .repeated(entry))
    #expect(wallet.balance() == 15)
  }

  @Test(
    arguments: [
      WalletCommand(.spend(gem, 81), key: "sword"), WalletCommand(.spend("gold", 80), key: "sword"),
      WalletCommand(.reserve(gem, 80), key: "sword"),
      WalletCommand(.spend(gem, 80), key: "sword", reference: "x"),
      WalletCommand(.adjust(gem, 80, reason: "r", author: "a"), key: "sword"),
    ])
  func `a key that was used for something else is a conflict`(command: WalletCommand) throws {
    var wallet = wallet(100)
    wallet.perform(.spend(gem, 80), key: "sword")
    let entry = try #require(wallet.entries.last)
    #expect(wallet.perform(command) == .conflict(entry))
    #expect(wallet.entries.count == 2)
  }

  @Test func `a rejection is not remembered`() {
    var wallet = wallet(10)
    wallet.perform(.spend(gem, 20), key: "sword")
    wallet.perform(.adjust(gem, 10, reason: "gift", author: "support"), key: "more")
    wallet.perform(.spend(gem, 20), key: "sword")
    #expect(wallet.balance() == 0)
  }

  @Test(arguments: [0, -1, Int64.min])
  func `only amounts above zero are spent or reserved`(amount: Int64) {
    var wallet = wallet(100)
    #expect(wallet.perform(.spend(gem, amount), key: "a") == .rejected(.amountNotPositive))
    #expect(wallet.perform(.reserve(gem, amount), key: "b") == .rejected(.amountNotPositive))
  }

  @Test(
    arguments: [
      (5, "reason", "author", nil), (-100, "reason", "author", nil),
      (-101, "reason", "author", .insufficientCoins(balance: 100)),
      (0, "reason", "author", .amountNotPositive), (5, "", "author", .reasonMissing),
      (5, "reason", "", .reasonMissing), (.min, "reason", "author", .amountOutOfBounds),
      (Coin.amountMax - 99, "reason", "author", .amountOutOfBounds),
      (Coin.amountMax + 1, "reason", "author", .amountOutOfBounds),
      (.max, "reason", "author", .amountOutOfBounds),
    ] as [(Int64, String, String, WalletRejection?)])
  func `an adjustment has a reason and an author, and makes no debt`(
    amount: Int64, reason: String, author: String, rejection: WalletRejection?
  ) {
    var wallet = wallet(100)
    let decision = wallet.perform(
      .adjust(gem, amount, reason: reason, author: author), key: "adjustment")
    if let rejection {
      #expect(decision == .rejected(rejection))
    } else {
      #expect(wallet.balance() == 100 + amount)
    }
    #expect(wallet.total() == 0)
  }

  @Test func `a reservation is committed whole, or canceled whole`() {
    var wallet = wallet(100)
    wallet.perform(.reserve(gem, 60), key: "auction")
    wallet.perform(.reserve(gem, 30), key: "bid")
    #expect(wallet.balances == [CoinBalance(coin: gem, available: 10, reserved: 90)])
    wallet.perform(.commit("auction"), key: "won")
    #expect(wallet.balances == [CoinBalance(coin: gem, available: 10, reserved: 30)])
    wallet.perform(.cancel("bid"), key: "lost")
    #expect(wallet.balances == [CoinBalance(coin: gem, available: 40, reserved: 0)])
    #expect(wallet.sum(of: .spent, in: gem) == 60)
  }

  @Test(
    arguments: [
      (.commit("auction"), .cancel("auction")), (.cancel("auction"), .commit("auction")),
    ] as [(WalletCommand.Action, WalletCommand.Action)])
  func `a reservation has one end, which is told again whatever the key`(
    action: WalletCommand.Action, other: WalletCommand.Action
  ) throws {
    var wallet = wallet(100)
    wallet.perform(.reserve(gem, 60), key: "auction")
    wallet.perform(action, key: "end", reference: "shop/7")
    let entry = try #require(wallet.entries.last)
    for key in ["end", "auction", "gift", nil] as [IdempotencyKey?] {
      #expect(wallet.perform(WalletCommand(action, key: key)) == .repeated(entry))
      #expect(
        wallet.perform(WalletCommand(other, key: key)) == .rejected(.reservationSettled(entry)))
    }
    #expect(wallet.entries.count == 3)
    #expect(entry.moved.key == nil && entry.moved.reference == "shop/7")
  }

  @Test func `the end of a reservation takes no key from other requests`() throws {
    var wallet = wallet(100)
    wallet.perform(.reserve(gem, 60), key: "auction")
    let reserved = try #require(wallet.entries.last)
    wallet.perform(.commit("auction"), key: "sword")
    wallet.perform(.spend(gem, 30), key: "sword")
    #expect(wallet.balance() == 10)
    #expect(wallet.perform(.reserve(gem, 60), key: "auction") == .repeated(reserved))
  }

  /// The names of a merged account and of its target stand apart, in one wallet.
  @Test func `a reservation of another name under the same key has its own end`() {
    var wallet = wallet(100)
    for name in [nil, bert] {
      wallet.perform(WalletCommand(.reserve(gem, 30), key: "auction", requestedBy: name))
    }
    wallet.perform(WalletCommand(.cancel("auction"), key: nil, requestedBy: bert))
    #expect(wallet.balances == [CoinBalance(coin: gem, available: 70, reserved: 30)])
    wallet.perform(WalletCommand(.commit("auction"), key: nil))
    #expect(wallet.balances == [CoinBalance(coin: gem, available: 70, reserved: 0)])
  }

  @Test func `a movement of a log that kept the key of a commit still holds it`() throws {
    var wallet = wallet(100)
    wallet.perform(.reserve(gem, 60), key: "auction")
    wallet.evolve(
      CoinsMoved(
        environment: .production, bundleID: game, account: player, coin: gem,
        movement: .committed(reservation: "auction", amount: 60), key: "won", movedAt: day(1)))
    let entry = try #require(wallet.entries.last)
    #expect(wallet.perform(.commit("auction"), key: "won") == .repeated(entry))
    #expect(wallet.perform(.spend(gem, 5), key: "won") == .conflict(entry))
  }

  @Test func `an unknown reservation cannot be committed`() {
    var wallet = wallet(100)
    #expect(wallet.perform(.commit("x"), key: "a") == .rejected(.reservationUnknown))
    #expect(wallet.perform(.cancel("gift"), key: "b") == .rejected(.reservationUnknown))
  }

  @Test func `coins set apart cannot be spent`() {
    var wallet = wallet(100)
    wallet.perform(.reserve(gem, 60), key: "auction")
    #expect(
      wallet.perform(.spend(gem, 41), key: "a") == .rejected(.insufficientCoins(balance: 40)))
  }

  @Test func `a movement ingested twice changes nothing`() {
    var wallet = wallet(100)
    wallet.perform(.reserve(gem, 10), key: "a")
    wallet.perform(.commit("a"), key: "b")
    wallet.perform(.spend(gem, 5), key: "c")
    var again = wallet
    for entry in wallet.entries { again.evolve(entry.moved) }
    #expect(again == wallet)
  }
}
