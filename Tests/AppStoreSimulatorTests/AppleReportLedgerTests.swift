import AppStoreSimulator
import AppleReports
import Ledger
import TestSupport
import Testing

/// The files of an honest world against the ledger's journal about the same transactions. Both compute the
/// tax, the rate and the proceeds by themselves.
struct AppleReportLedgerTests {
  private struct Place: Hashable {
    let day: String
    let product: String
    let storefront: String
  }

  private static func world() throws -> World {
    let start = try ReadReports.day("2024-01-01").start
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: .game, seed: 11,
      from: start)
    // A charge within grace needs renewal information, which this test does not pass on.
    let ways: [Persona] = [
      .steady, .trial, .payUpFront, .promotional, .winBack, .upgrading, .crossgradingNow,
      .returning,
      .refunded, .partlyRefunded, .extended, .owning, .consenting,
    ]
    world.settle(customers: 52, living: ways, until: start + Int64(800).days, seed: 11)
    world.advance(to: start + Int64(800).days)
    return world
  }

  @Test func `the proceeds of each day are those of the journal, to the milliunit`() throws {
    let world = try Self.world()
    var journal = JournalBook()
    for (index, content) in world.notifications.compactMap(\.transaction).enumerated() {
      let event = RecordedEvent(
        id: EventID(lane: 1, position: Int64(index + 1)),
        recordedAt: Instant(milliseconds: content.signedDate),
        event: .chain(.transactionObserved(TransactionFact(content))), evidence: nil)
      journal.record(event)
    }
    let today = PacificTime.day(of: Instant(milliseconds: world.now))
    var proceeds: [Place: Int64] = [:]
    for entry in journal.entries {
      let day = PacificTime.day(of: entry.occurredAt)
      guard day < today else { continue }
      let place = Place(
        day: day.description, product: entry.productID.rawValue,
        storefront: try #require(entry.storefront))
      let isReturn = entry.kind == .refund || entry.kind == .upgrade
      proceeds[place, default: 0] += isReturn ? -entry.amounts.proceeds : entry.amounts.proceeds
    }
    let reports = ReadReports(of: world)
    var (total, rows) = (Int64(0), 0)
    var day = try ReadReports.day("2024-01-01")
    while day.end <= world.now {
      for row in try reports.sales(day.text) {
        let place = Place(day: day.text, product: row.sku, storefront: row.storefront)
        let amount = try #require((row.developerProceeds * row.units).milliunits)
        proceeds[place, default: 0] -= amount
        (total, rows) = (total + abs(amount), rows + 1)
      }
      day = day.next
    }
    let different = proceeds.filter { $0.value != 0 }
    #expect(different.isEmpty, "\(different.prefix(5))")
    #expect(rows > 500)
    #expect(total > 0)
  }
}

extension TransactionFact {
  /// The assertion of a signed transaction, as far as money goes.
  fileprivate init(_ content: SignableTransaction) {
    var purchase = Purchase(
      productID: ProductID(rawValue: content.productId), type: ProductType(rawValue: content.type),
      subscriptionGroupID: content.subscriptionGroupIdentifier.map(
        SubscriptionGroupID.init(rawValue:)),
      purchaseDate: Instant(milliseconds: content.purchaseDate),
      quantity: content.quantity, ownership: Ownership(rawValue: content.inAppOwnershipType))
    purchase.reason = content.transactionReason
    purchase.storefront = content.storefront
    purchase.price = content.price
    purchase.currency = content.currency
    purchase.appTransactionID = content.appTransactionId.map(AppTransactionID.init(rawValue:))
    purchase.webOrderLineItemID = content.webOrderLineItemId
    if content.offerType != nil {
      purchase.offer = Offer(type: content.offerType, discountType: content.offerDiscountType)
    }
    let revocation = content.revocationDate.map { date in
      Revocation(
        date: Instant(milliseconds: date), type: content.revocationType,
        percentage: content.revocationPercentage)
    }
    self.init(
      chain: ChainID(.production, OriginalTransactionID(rawValue: content.originalTransactionId)),
      transactionID: TransactionID(rawValue: content.transactionId),
      purchase: purchase,
      expiresDate: Asserted(signed: content.expiresDate.map { Instant(milliseconds: $0) }),
      isUpgraded: content.isUpgraded ?? false, revocation: Asserted(signed: revocation),
      trust: .signed, assertedAt: Instant(milliseconds: content.signedDate))
  }
}
