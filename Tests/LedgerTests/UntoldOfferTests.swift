import Ledger
import Testing

/// Introductory offers of before October 2023, of which Apple told neither price nor kind.
struct UntoldOfferTests {
  private static let introductory = Offer(type: 1)

  /// Returns an introductory offer of this length, and a month after it if there is one.
  private func given(_ length: Double, followed isFollowed: Bool = false) -> Given {
    var given = Given()
    given.bought(
      "1", from: 0, to: length, reason: "PURCHASE", offer: Self.introductory)
    if isFollowed { given.bought("2", from: length, to: length + 31, reason: "RENEWAL") }
    return given
  }

  private func transaction(
    _ given: Given, _ catalogs: Catalogs = Catalogs()
  ) throws -> Tenure.Transaction {
    let history = ServiceHistory.histories(of: [given.state], catalogs: catalogs).first
    return try #require(history?.evaluate(at: day(900)).transactions.first)
  }

  private func findings(_ given: Given, _ catalogs: Catalogs = Catalogs()) -> [Incompleteness] {
    TenureAudit.evaluate([given.state], catalogs: catalogs)
  }

  @Test(arguments: [3, 7, 14] as [Double])
  func `one that is shorter than the catalog's month is taken for a trial`(length: Double) throws {
    let catalogs = try Catalogs("gold.monthly", every: .months(1))
    let transaction = try transaction(given(length), catalogs)
    #expect(transaction.paidDays == 0)
    #expect(transaction.isOfferUntold)
    #expect(
      findings(given(length), catalogs) == [
        .offerUntold(Given().chain, "1", isPlanKnown: true)
      ])
  }

  @Test func `without a catalog the next period tells the length of the plan`() throws {
    let given = given(7, followed: true)
    #expect(try transaction(given).paidDays == 0)
    #expect(given.daysBefore("2") == 0)
    #expect(findings(given) == [.offerUntold(given.chain, "1", isPlanKnown: true)])
  }

  @Test func `while neither is known it is free, and that is told`() throws {
    #expect(try transaction(given(7)).paidDays == 0)
    #expect(findings(given(7)) == [.offerUntold(Given().chain, "1", isPlanKnown: false)])
  }

  /// A month of 28 days is as long as the plan, and three months paid up front are longer.
  @Test(arguments: [28, 30, 31, 90] as [Double])
  func `one as long as the plan, or longer, was paid and is uncertain`(length: Double) throws {
    let given = given(length, followed: true)
    let transaction = try transaction(given)
    #expect(transaction.paidDays == Int(length))
    #expect(transaction.isOfferUntold)
    #expect(findings(given).isEmpty)
  }

  @Test func `a week of a weekly plan was paid`() throws {
    let catalogs = try Catalogs("gold.monthly", every: .days(7))
    #expect(try transaction(given(7), catalogs).paidDays == 7)
  }

  @Test(
    arguments: [
      (Offer(type: 1, discountType: "PAY_UP_FRONT"), nil, 7), (Offer(type: 1), 990, 7),
      (Offer(type: 1, discountType: "FREE_TRIAL"), nil, 0), (Offer(type: 1), 0, 0),
      (Offer(type: nil, discountType: "FREE_TRIAL"), nil, 0), (Offer(type: 2), nil, 7),
    ] as [(Offer, Int64?, Int)])
  func `what Apple told is not guessed`(offer: Offer, price: Int64?, days: Int) throws {
    var given = Given()
    given.bought("1", from: 0, to: 7, reason: "PURCHASE", price: price, offer: offer)
    let catalogs = try Catalogs("gold.monthly", every: .months(1))
    let transaction = try transaction(given, catalogs)
    #expect(transaction.paidDays == days)
    #expect(!transaction.isOfferUntold)
    #expect(findings(given, catalogs).isEmpty)
  }

  /// A yearly product that is billed by the month: the month of the offer is as long as its plan.
  @Test(arguments: [("MONTHLY", 31), (nil, 0)] as [(String?, Int)])
  func `a plan that is billed by the month is a month long`(plan: String?, days: Int) throws {
    var given = Given()
    given.bought("1", from: 0, to: 31, reason: "PURCHASE", plan: plan, offer: Self.introductory)
    let catalogs = try Catalogs("gold.monthly", every: .months(12))
    #expect(try transaction(given, catalogs).paidDays == days)
  }

  /// The trial keeps the subscription alive: from day 7 to day 60 nothing is lost.
  @Test func `the gap is measured from the end of what is taken for a trial`() throws {
    var given = Given()
    given.bought("1", from: -31, to: 0, reason: "PURCHASE")
    given.bought("2", from: 50, to: 57, reason: "PURCHASE", offer: Self.introductory)
    given.bought("3", from: 110, to: 141, reason: "PURCHASE")
    #expect(given.daysBefore("3") == 31)
  }

  @Test func `its charge is in no book until it is taken as paid`() throws {
    var book = CommissionBook()
    for event in given(7).events { book.record(event) }
    #expect(book.lines.isEmpty)
    let catalog = CatalogPublished(
      bundleID: game,
      catalog: try Catalog([CatalogProduct("gold.monthly", type: .autoRenewable, period: .days(7))]
      ),
      validFrom: day(0), publishedAt: day(2))
    book.record(
      RecordedEvent(
        id: EventID(lane: 0, position: 1), recordedAt: day(2),
        event: .shared(.catalogPublished(catalog)), evidence: nil))
    #expect(book.lines.map(\.transactionID) == ["1"])
    #expect(book.lines.first?.doubt.days == true)
    #expect(book.lines.first?.learntAt == day(2))
  }

  @Test func `coins wait for the length of the plan, and come if it was paid`() throws {
    let coins = CatalogProduct(
      "gold.monthly", type: .autoRenewable, grants: [ProductGrant(gem, 50)])
    let unknown = try Catalogs(coins)
    #expect(given(7).book.due(by: unknown, decidedAt: day(9)).isEmpty)
    #expect(given(7).book.unpriced(by: unknown) == ["1"])
    #expect(given(7).book.unpriced(by: try Catalogs(goldMonthly(50))).isEmpty)
    #expect(given(7).book.due(by: try Catalogs(goldMonthly(50)), decidedAt: day(9)).isEmpty)
    let trialCoins = try Catalogs(goldMonthly(50, duringTrial: true))
    #expect(given(7).book.due(by: trialCoins, decidedAt: day(9)).map(\.amount) == [50])
    #expect(given(30).book.due(by: try Catalogs(goldMonthly(50)), decidedAt: day(9)).count == 1)
    let followed = given(7, followed: true).book
    #expect(followed.due(by: unknown, decidedAt: day(9)).map(\.transactionID) == ["2"])
    #expect(followed.unpriced(by: unknown).isEmpty)
  }

  /// A grant of an earlier build stands, although its period is now taken for a trial.
  @Test func `coins that were granted stay`() throws {
    var given = given(7)
    given.grant(by: try Catalogs([(-1_000, [goldMonthly(50, duringTrial: true)])]))
    #expect(given.book.statuses.map(\.takenBack) == [0])
  }
}
