import Ledger
import TestSupport
import Testing

/// Single cases of facts that the rules once answered wrong.
struct ReviewCaseTests {
  private static let canada = "CAN"

  private func entries(of events: [RecordedEvent]) -> [JournalEntry] {
    var journal = JournalBook(taxes: .none)
    for event in events { journal.record(event) }
    return journal.entries
  }

  private func entitled(_ name: String, on number: Double) throws -> [TransactionID] {
    let found = try #require(ReviewCase.all.first { $0.name == name })
    return found.given.entitlements(on: number).map(\.transactionID)
  }

  @Test(arguments: ReviewCase.all)
  func `the books charge and give back what is right`(found: ReviewCase) {
    let entries = entries(of: found.events)
    let charged = Dictionary(grouping: entries.filter { $0.kind == .charge }, by: \.transactionID)
      .mapValues { $0.reduce(0) { $0 + $1.amounts.price } }
    let returned = entries.filter { $0.kind != .charge }
      .reduce(0) { $0 + ($1.kind == .reversal ? -1 : 1) * $1.amounts.price }
    #expect(charged.filter { $0.value != 0 } == found.charged)
    #expect(returned == found.returned)
  }

  @Test(arguments: ReviewCase.all)
  func `the coins that are left are right`(found: ReviewCase) throws {
    var given = found.given
    if !found.catalog.isEmpty { given.grant(by: try Catalogs([(-1_000, found.catalog)])) }
    let left = given.book.statuses.reduce(0) { $0 + $1.grant.amount - $1.takenBack }
    #expect(left == found.gems ?? 0)
  }

  /// Of 4,990 milliunits 30 % are 1,497, and 3,493 are left.
  @Test func `L1 a castle on three devices is one charge, and it is owned once`() throws {
    let found = try #require(ReviewCase.all.first { $0.name == "L1" })
    let amounts = entries(of: found.events).map(\.amounts)
    #expect(amounts.reduce(0) { $0 + $1.commission } == 1_497)
    #expect(amounts.reduce(0) { $0 + $1.proceeds } == 3_493)
    #expect(try entitled("L1", on: 20) == ["100"])
  }

  @Test func `L2, A1e a refund under another id ends what was owned`() throws {
    #expect(try entitled("L2", on: 9) == ["100"])
    #expect(try entitled("L2", on: 20) == [])
    #expect(try entitled("A1e", on: 9) == ["1"])
    #expect(try entitled("A1e", on: 20) == [])
  }

  @Test func `L4 a castle of which only another device told is owned`() throws {
    #expect(try entitled("L4", on: 20) == ["401"])
  }

  @Test func `D10 the days before a prorated refund stay paid`() throws {
    let found = try #require(ReviewCase.all.first { $0.name == "D10" })
    #expect(try found.given.tenure(on: 31).daysOfPaidService == 10)
  }

  /// 30 % of 14,990 are 4,497.
  @Test func `B1 a copy without a price changes no entry`() throws {
    let found = try #require(ReviewCase.all.first { $0.name == "B1" })
    let before = entries(of: found.events.dropLast())
    #expect(before.map(\.amounts.commission) == [4_497])
    #expect(entries(of: found.events) == before)
  }

  /// Of 9,990 Apple keeps 2,997 in the first year and 1,499 after it.
  @Test func `A17 a migrated chain keeps its year`() {
    #expect(
      entries(of: Self.migrated).map { "\($0.transactionID) \($0.amounts.commission)" } == [
        "1 29997", "2 1499",
      ])
  }

  /// A year in one chain, and a month in another that replaced it.
  static var migrated: [RecordedEvent] {
    var (first, second) = (Given(), Given())
    (first.currency, second.currency) = ("EUR", "EUR")
    first.bought("1", from: 0, to: 365, reason: "PURCHASE", price: 99_990)
    (second.chain, second.position) = (ChainID(.production, "2000"), first.position)
    var told = Purchase.Fields(
      productID: "gold.monthly", type: .autoRenewable, subscriptionGroupID: "gold",
      purchaseDate: day(365))
    (told.price, told.currency, told.reason) = (9_990, "EUR", "PURCHASE")
    told.previousOriginalTransactionID = "1000"
    second.record(
      .chain(
        .transactionObserved(
          TransactionFact(
            chain: second.chain, transactionID: "2", purchase: Purchase(told),
            expiresDate: .present(day(396)), isUpgraded: false, revocation: .absent,
            trust: .signed, assertedAt: day(365)))))
    return first.events + second.events
  }
}

/// Cases of a yearly plan that is billed by the month, 8.990 in Canada, where the price holds no tax, from 10
/// September 2026 on. Of 8,990 Apple keeps 2,697 in the first year and 1,349 after it.
extension ReviewCaseTests {
  private static func committed(_ count: Int) throws -> ServiceHistory {
    var given = Given()
    (given.product, given.currency) = ("gold.yearly", "CAD")
    let dates = months(13, from: "2026-09-10")
    for number in 1...count {
      given.bought(
        TransactionID("\(number)"), from: on(dates[number - 1]), to: on(dates[number]),
        reason: number == 1 ? "PURCHASE" : "RENEWAL", plan: "MONTHLY", price: 8_990,
        storefront: canada, commitment: Commitment(period: Int32(number), of: 12))
    }
    given.renews(
      said: on(dates[count - 1]) + 1, renewalDate: on(dates[count]), price: 8_990,
      commitment: CommitmentRenewal(productID: "gold.yearly", autoRenew: true))
    let catalogs = try Catalogs("gold.yearly", every: .months(12))
    return try #require(
      ServiceHistory.histories(of: [given.state], catalogs: catalogs).first)
  }

  @Test func `A18 the thirteenth charge of a commitment has the reduced rate`() throws {
    // Months from November's 16:00 in Los Angeles end at 16:00 of summer time.
    let tenure = try Self.committed(3).evaluate(at: day(on("2026-11-28")))
    #expect(tenure.reducedRateFrom == Instant("2027-09-09T23:00:00Z"))
  }

  /// Three of the next twelve charges, those of September to November 2027, save 1,348 each.
  @Test func `E10 the charges after a commitment's year save`() throws {
    let saving = try Self.committed(3).saving(at: day(on("2026-11-28")), in: game)
    #expect(saving?.amount == 4_044)
  }

  @Test(arguments: [1, 11, 12])
  func `B01 each month of a commitment is worth a month`(number: Int) throws {
    let period = try #require(try Self.committed(number).periods.last)
    let catalogs = try Catalogs("gold.yearly", every: .months(12))
    #expect(MonthlyPrice.of(period, catalogs) == 8_990)
  }

  /// Of 9,990 in Germany 1,595 are tax. Of the other 8,395 Apple keeps 2,519 in the first year and 1,259 after
  /// it: twelve times 1,260.
  @Test func `B05 a renewal saves a part of its price without tax`() throws {
    var given = Given()
    given.currency = "EUR"
    given.monthly(months(14, from: "2026-01-01"), price: 9_990, storefront: "DEU")
    let taxes = TaxesPublished(
      bundleID: game, rows: [TaxTable.Row(storefront: "DEU", thousandths: 190)], author: "ada",
      publishedAt: day(0))
    let shared = SharedState([
      RecordedEvent(
        id: EventID(lane: 0, position: 1), recordedAt: day(0),
        event: .shared(.taxesPublished(taxes)), evidence: nil)
    ])
    let saving = try #require(given.histories.first).saving(at: day(400), in: game, shared: shared)
    #expect(saving?.amount == 15_120)
  }
}
