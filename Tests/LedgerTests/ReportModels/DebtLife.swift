import Foundation
import Ledger
import ReferenceModels

/// A purchase as the tests of debts, refunds and coins tell it.
struct DebtSale {
  var id: TransactionID = "1"
  var chain: OriginalTransactionID = "1"
  var app: BundleID = "com.example.game"
  var product: ProductID = "month"
  var type: ProductType = .autoRenewable
  var from: String
  var to: String?
  var price: Int64? = 9_990
  var currency: String? = "EUR"
  var storefront: String? = "DEU"
  var reason: String? = "PURCHASE"
  var ownership: Ownership = .purchased
  var quantity: Int32 = 1
  var commitment: Commitment?
  var offer: Offer?
  var isUpgraded = false
  var revocation: Revocation?
  var token: UUID?

  /// Returns Apple's assertion at a moment.
  func fact(at moment: Instant) -> TransactionFact {
    var told = Purchase.Fields(
      productID: product, type: type,
      subscriptionGroupID: type == .autoRenewable ? "group" : nil, purchaseDate: .told(from),
      quantity: quantity, ownership: ownership)
    (told.price, told.currency, told.storefront) = (price, currency, storefront)
    (told.reason, told.commitment, told.offer) = (reason, commitment, offer)
    told.appAccountToken = token
    if commitment != nil { told.billingPlanType = "MONTHLY" }
    return TransactionFact(
      chain: ChainID(app, .production, chain), transactionID: id, purchase: Purchase(told),
      expiresDate: Asserted(signed: to.map(Instant.told)), isUpgraded: isUpgraded,
      revocation: Asserted(signed: revocation), trust: .signed, assertedAt: moment)
  }

  func refunded(_ date: String, type: String? = "REFUND_FULL", percentage: Int32? = nil)
    -> DebtSale
  {
    var sale = self
    sale.revocation = Revocation(date: .told(date), type: type, percentage: percentage)
    return sale
  }
}

/// The recorded events of a test, each at its own moment.
struct DebtLife {
  static let app: BundleID = "com.example.game"

  private(set) var events: [RecordedEvent] = []
  private var position = Position()

  /// Records what Apple said of a purchase, at its beginning or later.
  mutating func record(_ sale: DebtSale, at moment: String? = nil) {
    let moment = Instant.told(moment ?? sale.from)
    record(.chain(.transactionObserved(sale.fact(at: moment))), at: moment)
  }

  mutating func record(_ event: LedgerEvent, at moment: Instant, lane: Int16 = 1) {
    let id = EventID(lane: lane, position: (position.lanes[lane] ?? 0) + 1)
    position.reach(id)
    events.append(RecordedEvent(id: id, recordedAt: moment, event: event, evidence: nil))
  }

  /// The last positions so far.
  var cut: Position { position }

  func close(_ from: String, _ to: String, cut: Position) -> ModelClose {
    ModelClose(
      app: Self.app, environment: .production, from: .told(from), to: .told(to), cut: cut)
  }

  func facts(
    closes: [ModelClose] = [], names: [AccountReference: AccountID] = [:]
  ) -> ModelReportFacts {
    ModelReportFacts(events: events, closes: closes, names: names)
  }

  func question(
    _ from: String?, _ to: String, cut: Position? = nil, app: BundleID = DebtLife.app
  ) -> ModelReportQuestion {
    ModelReportQuestion(
      app: app, from: from.map(Instant.told), to: .told(to), cut: cut ?? position,
      knownAt: .told("2030-01-01"))
  }

  /// Returns the figures of the only row of deferred revenue, in the order of the identity; nil if there is
  /// another number of rows.
  func debt(
    _ from: String?, _ to: String, closes: [ModelClose] = [], cut: Position? = nil,
    mutation: DebtMutation? = nil
  ) -> [Int]? {
    let rows = DebtModel(facts(closes: closes), mutation: mutation)
      .rows(of: question(from, to, cut: cut))
    return rows.count == 1 ? rows[0].debt : nil
  }
}

extension ModelReportRow {
  /// The figures of deferred revenue in the order of the identity.
  var debt: [Int] {
    ["opening", "billed", "recognized", "refunded", "closing"].compactMap { self[$0] }
      .compactMap { Int($0) }
  }
}

extension Instant {
  /// Creates a moment from a day, which begins in UTC, or from a whole moment.
  static func told(_ text: String) -> Instant {
    if text.count == 10 { return Instant("\(text)T00:00:00.000Z") ?? .distantPast }
    return Instant("\(text)Z") ?? .distantPast
  }
}
