import Ledger
import ReferenceModels

/// The events recorded before a question for the books, in the order of recording.
struct BooksGiven {
  static let app: BundleID = "com.example.game"
  static let taxes = [
    ModelTax(storefront: "DEU", thousandths: 190), ModelTax(storefront: "JPN", thousandths: 100),
  ]

  private(set) var events: [RecordedEvent] = []
  var closes: [ModelClose] = []
  private var positions: [Int16: Int64] = [:]

  /// The last positions recorded so far.
  var cut: Position { Position(positions) }

  var facts: ModelReportFacts {
    ModelReportFacts(events: events, closes: closes, taxes: Self.taxes)
  }

  mutating func record(_ event: LedgerEvent, at moment: Instant) {
    let lane: Int16 = if case .shared = event { 0 } else { 1 }
    positions[lane, default: 0] += 1
    events.append(
      RecordedEvent(
        id: EventID(lane: lane, position: positions[lane]!), recordedAt: moment, event: event,
        evidence: nil))
  }

  /// Records what Apple tells of an item at a moment, a minute later.
  mutating func tell(_ item: BoughtItem, at moment: String) {
    let told = Instant(moment)!
    record(.chain(.transactionObserved(item.fact(at: told))), at: told + .seconds(60))
  }

  /// Closes a month in UTC with everything recorded so far.
  mutating func close(
    _ from: String, to: String, app: BundleID = Self.app,
    environment: StoreEnvironment = .production
  ) {
    closes.append(
      ModelClose(
        app: app, environment: environment, from: Instant("\(from)T00:00:00Z")!,
        to: Instant("\(to)T00:00:00Z")!, cut: cut))
  }

  /// Returns a question without divisions by everything recorded, for days in UTC.
  func question(from: String, to: String, app: BundleID = Self.app) -> ModelReportQuestion {
    var question = ModelReportQuestion(
      app: app, from: Instant("\(from)T00:00:00Z")!, to: Instant("\(to)T00:00:00Z")!, cut: cut,
      knownAt: events.last?.recordedAt ?? Instant(milliseconds: 0))
    question.divisions = []
    return question
  }

  func sales(from: String, to: String) -> [ModelReportRow] {
    SalesModel(facts).rows(of: question(from: from, to: to))
  }

  func proceeds(from: String, to: String) -> [ModelReportRow] {
    ProceedsModel(facts).rows(of: question(from: from, to: to))
  }

  func commission(from: String, to: String) -> [ModelReportRow] {
    CommissionReportModel(facts).rows(of: question(from: from, to: to))
  }
}

/// An item that a customer bought, with what Apple says of it later.
struct BoughtItem {
  var chain: ChainID
  var id: TransactionID
  var purchase: Purchase
  var expires: Instant?
  var isUpgraded = false
  var revocation: Revocation?

  /// Creates a subscription from one moment to another, or another item if it has no end.
  init(
    _ id: String, of product: ProductID, at date: String, until end: String? = nil,
    price: Int64? = 9_990, _ currency: String? = "USD", in storefront: String? = "USA",
    chain: String? = nil, app: BundleID = BooksGiven.app,
    environment: StoreEnvironment = .production, ownership: Ownership = .purchased,
    reason: String = "PURCHASE"
  ) {
    self.chain = ChainID(app, environment, OriginalTransactionID(chain ?? id))
    self.id = TransactionID(id)
    purchase = Purchase(
      productID: product, type: end == nil ? .consumable : .autoRenewable,
      subscriptionGroupID: end == nil ? nil : "gold", purchaseDate: Instant(date)!,
      ownership: ownership)
    purchase.reason = reason
    (purchase.price, purchase.currency) = (price, price == nil ? nil : currency)
    (purchase.storefront, purchase.storefrontID) = (storefront, storefront == nil ? nil : "1")
    expires = end.flatMap { Instant($0) }
  }

  func fact(at moment: Instant) -> TransactionFact {
    TransactionFact(
      chain: chain, transactionID: id, purchase: purchase, expiresDate: Asserted(signed: expires),
      isUpgraded: isUpgraded, revocation: Asserted(signed: revocation), trust: .signed,
      assertedAt: moment)
  }

  /// Returns the item with a refund of all of it, or of a percentage in milliunits.
  func refunded(at moment: String, _ percentage: Int32? = nil) -> BoughtItem {
    var item = self
    item.revocation = Revocation(
      date: Instant(moment)!, type: percentage == nil ? "REFUND_FULL" : "REFUND_PRORATED",
      percentage: percentage ?? 100_000)
    return item
  }
}

extension [String: String] {
  /// The values of some columns, in this order.
  func values(_ columns: String...) -> [String] { columns.map { self[$0] ?? "-" } }
}
