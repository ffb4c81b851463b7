import Ledger
import TestSupport
import Testing

/// The consumption answer about one purchase of 100 gems with id 1000.
struct ConsumptionAnswerTests {
  private let mine = GrantID(.production, "1000", gem)

  private func moved(_ movement: CoinMovement, _ key: IdempotencyKey? = nil) -> CoinsMoved {
    CoinsMoved(
      environment: .production, bundleID: game, account: player, coin: gem, movement: movement,
      key: key, movedAt: day(1))
  }

  /// Returns a credit of another purchase.
  private func other(_ id: TransactionID, _ amount: Int64 = 100) -> CoinMovement {
    .credited(grant: GrantID(.production, id, gem), amount: amount)
  }

  private func takenBack(_ grant: GrantID, _ total: Int64) -> CoinMovement {
    .takenBack(grant: grant, total: total, revision: 9)
  }

  private func wallet(_ movements: [CoinMovement]) -> Wallet {
    var wallet = Wallet()
    for (index, movement) in movements.enumerated() {
      switch movement {
      case .credited, .takenBack, .merged: wallet.evolve(moved(movement))
      case .spent, .earned, .reversed, .adjusted, .reserved, .committed, .canceled:
        wallet.evolve(moved(movement, IdempotencyKey("\(index)")))
      }
    }
    return wallet
  }

  private func granted() throws -> Given {
    var given = Given(consumable: "1000")
    given.boughtGems()
    given.grant(by: try Catalogs(gems(100)))
    return given
  }

  private func answer(
    _ given: Given, _ movements: [CoinMovement]?, isAcknowledged: Bool = false,
    terms: GrantTerms = GrantTerms(Catalogs())
  ) -> ConsumptionAnswer {
    ConsumptionAnswer(
      on: "1000", of: given.book, by: terms, acknowledged: isAcknowledged ? [mine] : [],
      wallet: movements.map(wallet))
  }

  /// Each wallet has the purchase's own credit; nothing else moved but the listed movements.
  @Test(
    arguments: [
      ([], [.spent(amount: 0)], 0),
      ([], [.spent(amount: 40)], 40_000),
      ([], [.spent(amount: 100)], 100_000),
      ([100], [.spent(amount: 40)], 0),
      ([100], [.spent(amount: 100)], 0),
      ([100], [.spent(amount: 130)], 30_000),
      ([100, 50], [.spent(amount: 170)], 20_000),
    ] as [([Int64], [CoinMovement], Int32)])
  func `the oldest coins are spent first`(
    before: [Int64], after: [CoinMovement], share: Int32
  ) throws {
    let earlier = before.enumerated().map { other(TransactionID("\($0)"), $1) }
    let movements = earlier + [.credited(grant: mine, amount: 100), other("9000", 500)] + after
    #expect(
      try answer(granted(), movements) == ConsumptionAnswer(isDelivered: true, share: share))
  }

  @Test func `a share is rounded down to a thousandth of a percent`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems(quantity: 3)
    given.grant(by: try Catalogs(gems(1)))
    let movements: [CoinMovement] = [.credited(grant: mine, amount: 3), .spent(amount: 2)]
    #expect(answer(given, movements).share == 66_666)
  }

  @Test func `what is reserved is spent once it is committed`() throws {
    let reserved: [CoinMovement] = [.credited(grant: mine, amount: 100), .reserved(amount: 30)]
    #expect(try answer(granted(), reserved).share == 0)
    let committed = reserved + [.committed(reservation: "1", amount: 30)]
    #expect(try answer(granted(), committed).share == 30_000)
    let canceled = reserved + [.canceled(reservation: "1", amount: 30)]
    #expect(try answer(granted(), canceled).share == 0)
  }

  @Test func `coins that pay for others that were taken back are spent`() throws {
    let refunded = GrantID(.production, "1", gem)
    let movements: [CoinMovement] = [
      other("1"), .spent(amount: 80), takenBack(refunded, 100),
      .credited(grant: mine, amount: 100),
    ]
    #expect(try answer(granted(), movements).share == 80_000)
    #expect(try answer(granted(), movements + [takenBack(refunded, 0)]).share == 80_000)
    #expect(try answer(granted(), movements + [other("3")]).share == 80_000)
  }

  @Test func `a refund of the purchase itself changes nothing of its share`() throws {
    let movements: [CoinMovement] = [
      .credited(grant: mine, amount: 100), .spent(amount: 60), takenBack(mine, 50),
    ]
    #expect(try answer(granted(), movements).share == 60_000)
  }

  @Test func `what adjustments gave counts as coins, and what they took counts against it first`()
    throws
  {
    let given: CoinMovement = .adjusted(amount: 50, reason: "gift", author: "anna")
    let taken: CoinMovement = .adjusted(amount: -50, reason: "mistake", author: "anna")
    let own: CoinMovement = .credited(grant: mine, amount: 100)
    #expect(try answer(granted(), [given, own, .spent(amount: 60)]).share == 10_000)
    #expect(try answer(granted(), [given, own, taken, .spent(amount: 60)]).share == 60_000)
    #expect(try answer(granted(), [own, taken]).share == 50_000)
  }

  @Test func `a game that books its grants itself has delivered, and keeps the share`() throws {
    let credited: [CoinMovement] = [.credited(grant: mine, amount: 100)]
    #expect(
      try answer(granted(), credited, isAcknowledged: true)
        == ConsumptionAnswer(isDelivered: true, share: nil))
    #expect(
      try answer(granted(), nil, isAcknowledged: true)
        == ConsumptionAnswer(isDelivered: true, share: nil))
    #expect(
      try answer(granted(), credited + [.spent(amount: 10)], isAcknowledged: true)
        == ConsumptionAnswer(isDelivered: true, share: 10_000))
  }

  @Test func `a grant that reached no account was not delivered`() throws {
    let undelivered = ConsumptionAnswer(isDelivered: false, share: nil)
    #expect(try answer(granted(), nil) == undelivered)
    #expect(try answer(granted(), []) == undelivered)
  }

  @Test func `a consumable that granted nothing was not delivered`() {
    var given = Given(consumable: "1000")
    given.boughtGems()
    #expect(answer(given, []) == ConsumptionAnswer(isDelivered: false, share: nil))
  }

  @Test func `a purchase granted externally before the cut-over date was delivered`() {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0)
    let cutOver = CutOverDeclared(
      bundleID: game, environment: .production, before: day(1), decidedAt: day(2))
    #expect(
      answer(given, nil, terms: GrantTerms(Catalogs(), cutOver: cutOver))
        == ConsumptionAnswer(isDelivered: true, share: nil))
  }

  @Test func `a subscription that renews has no share`() throws {
    var given = Given()
    given.bought("1000", from: 0, to: 30)
    let none = ConsumptionAnswer(isDelivered: true, share: nil)
    #expect(answer(given, nil) == none)
    given.grant(by: try Catalogs(goldMonthly(100)))
    #expect(
      answer(given, [.credited(grant: mine, amount: 100), .spent(amount: 50)]) == none)
  }
}
