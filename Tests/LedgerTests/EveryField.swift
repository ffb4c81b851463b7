import Foundation
import Ledger
import TestSupport

/// Purchases in which every field of a purchase decides an answer, with all answers about them.
struct EveryField {
  private static let ann = UUID(uuidString: "a0000000-0000-4000-8000-00000000000a")
  private static let end = day(200)

  private(set) var facts: [TransactionFact] = []

  /// A trial and a month of a commitment, told under two ids and replaced by another product that was refunded
  /// in part; a chain that replaced this one, and one of the same customer; packs, a castle, a family share,
  /// and the app itself.
  init() {
    tell("1000", "1", from: 0, to: 7) { told in
      told.offer = Offer(type: 1, discountType: "FREE_TRIAL", period: "P1W")
      (told.price, told.reason) = (nil, "PURCHASE")
      told.currency = nil
    }
    tell("1000", "2", from: 7, to: 38, isUpgraded: true) { told in
      told.commitment = Commitment(period: 1, of: 12, price: 119_880)
      told.billingPlanType = "MONTHLY"
    }
    tell("1000", "2-copy", from: 8, to: 38, isUpgraded: true) { $0.price = 8_990 }
    tell("1000", "3", from: 20, to: 51, revocation: partialRefund(30_000, on: 25)) { told in
      (told.productID, told.price, told.reason) = ("gold.large", 19_990, "PURCHASE")
    }
    tell("2000", "4", from: 60, to: 91) { told in
      (told.appTransactionID, told.previousOriginalTransactionID) = (nil, "1000")
      told.bundle = SubscriptionBundle(productID: "bundle", transactionID: "40")
    }
    tell("3000", "5", from: 100, to: 131) { $0.reason = "PURCHASE" }
    tell("4000", "6", from: 3, to: nil) { told in
      (told.productID, told.type, told.toldQuantity) = ("gems", .consumable, 3)
    }
    tell("5000", "5000", from: 4, to: nil) { told in
      (told.productID, told.type) = ("castle", .nonConsumable)
      told.offer = Offer(
        type: 3, identifier: "spring", discountType: "PAY_UP_FRONT", period: "P1M")
    }
    tell("6000", "7", from: 5, to: nil) { told in
      (told.productID, told.type, told.toldOwnership) = ("castle", .nonConsumable, .familyShared)
      (told.price, told.currency) = (nil, nil)
    }
    tell("7000", "8", from: 6, to: nil) { told in
      (told.productID, told.type) = ("com.example.game", .app)
      (told.price, told.currency) = (nil, nil)
      told.download = AppDownload(originalVersion: "17", originalPlatform: "iOS")
    }
  }

  private mutating func tell(
    _ chain: OriginalTransactionID, _ id: TransactionID, from start: Double, to end: Double?,
    isUpgraded: Bool = false, revocation: Asserted<Revocation> = .absent,
    _ change: (inout Purchase.Fields) -> Void
  ) {
    let isSubscription = end != nil
    var told = Purchase.Fields(
      productID: "gold.monthly", type: .autoRenewable,
      subscriptionGroupID: isSubscription ? "gold" : nil, purchaseDate: day(start),
      originalPurchaseDate: day(0))
    (told.price, told.currency) = (9_990, "EUR")
    (told.storefront, told.storefrontID) = ("DEU", "143443")
    (told.reason, told.appAccountToken, told.appTransactionID) = ("RENEWAL", Self.ann, "app-1")
    if isSubscription { told.webOrderLineItemID = id == "2-copy" ? "702" : "70\(id)" }
    change(&told)
    facts.append(
      TransactionFact(
        chain: ChainID(.production, chain), transactionID: id, purchase: Purchase(told),
        expiresDate: Asserted(signed: end.map(day)), isUpgraded: isUpgraded,
        revocation: revocation, trust: .signed,
        assertedAt: day(isUpgraded || revocation != .absent ? 26 : start)))
  }

  /// Returns these facts without a field in any of them.
  func without(_ field: PurchaseFieldSet) -> [TransactionFact] {
    facts.map { $0.omitting(at: $0.assertion.assertedAt, trust: .signed) { $0.omit(field) } }
  }
}

/// All answers about some facts that were recorded one after the other.
extension EveryField {
  static func events(_ facts: [TransactionFact]) -> [RecordedEvent] {
    let row = AppPrices.Row(
      storefront: "DEU", currency: "EUR", price: 4_990, firstDay: CivilDate(of: day(5)),
      lastDay: CivilDate(of: day(6)))
    let prices = PricesPublished(
      bundleID: game, sku: "GAME", rows: [row], author: "ada", publishedAt: day(-1))
    let published = RecordedEvent(
      id: EventID(lane: 0, position: 1), recordedAt: day(-1),
      event: .shared(.pricesPublished(prices)),
      evidence: nil)
    return [published]
      + facts.enumerated().map { index, fact in
        RecordedEvent(
          id: EventID(lane: 1, position: Int64(index + 1)), recordedAt: day(150 + Double(index)),
          event: .chain(.transactionObserved(fact)), evidence: nil)
      }
  }

  static func journal(_ events: [RecordedEvent]) -> [JournalEntry] {
    var journal = JournalBook(
      taxes: TaxTable(rows: [TaxTable.Row(storefront: "DEU", thousandths: 190)]))
    for event in events { journal.record(event) }
    return journal.entries
  }

  /// Returns what each purchase is, who owns it, what it entitles to and grants, its days and its sums in the
  /// books, without what tells only when and by which copy it is known.
  static func answers(_ facts: [TransactionFact]) throws -> [String] {
    let events = events(facts)
    let books = try books(of: events)
    let states = books.map(\.chain)
    return states.flatMap(purchases)
      + states.map { "\($0.chain) of \(String(describing: $0.owner))" }
      + [1.0, 10, 21, 24, 30, 70, 110].flatMap { entitlements(states, on: $0) }
      + books.flatMap { $0.statuses(at: end).map { coins($0) } } + days(states) + sums(events)
  }

  private static func books(of events: [RecordedEvent]) throws -> [GrantBook] {
    let catalogs = try Catalogs([
      (
        -1_000,
        ["gold.monthly", "gold.large", "gems", "castle"].map { product in
          CatalogProduct(
            product, type: product == "gems" ? .consumable : .autoRenewable,
            grants: [ProductGrant(gem, 50)])
        }
      )
    ])
    var books: [ChainID: GrantBook] = [:]
    for event in events {
      guard case .chain(let chain) = event.event.stream else { continue }
      books[chain, default: GrantBook(chain)].record(event)
    }
    return books.values.sorted { $0.chain.chain < $1.chain.chain }.map { book in
      var book = book
      for (index, grant) in book.due(by: catalogs, decidedAt: end).sorted(by: { $0.id < $1.id })
        .enumerated()
      {
        book.record(
          RecordedEvent(
            id: EventID(lane: 1, position: 1_000 + Int64(index)), recordedAt: end,
            event: .chain(.grantMade(grant)), evidence: nil))
      }
      return book
    }
  }

  private static func purchases(of chain: ChainState) -> [String] {
    chain.transactions.values.sorted { $0.transactionID < $1.transactionID }
      .map { "\($0.transactionID) \($0.purchase.fields) to \(String(describing: $0.expiresDate))" }
  }

  private static func entitlements(_ chains: [ChainState], on number: Double) -> [String] {
    Entitlements.evaluate(chains, at: day(number)).map { answer in
      "day \(number): \(answer.productID) \(answer.transactionID) \(answer.type) "
        + "\(answer.ownership) \(answer.subscriptionGroupID?.rawValue ?? "-") \(answer.state) "
        + "\(answer.startsAt) \(answer.expiresAt.map { "\($0)" } ?? "-")"
    }
      + chains.compactMap { SubscriptionStatuses.evaluate($0, at: day(number)) }.map { answer in
        "day \(number): \(answer.productID) \(answer.transactionID) \(answer.status) "
          + "\(answer.expiresAt) \(String(describing: answer.commitment)) "
          + "\(String(describing: answer.offer)) \(answer.currency ?? "-")"
      }
  }

  private static func coins(_ status: GrantStatus) -> String {
    "\(status.grant.transactionID) \(status.grant.amount) of which \(status.takenBack) back, to "
      + "\(String(describing: status.account))"
  }

  private static func days(_ chains: [ChainState]) -> [String] {
    Customer.grouping(chains).values.flatMap { ServiceHistory.histories(of: $0) }.map { history in
      let tenure = history.evaluate(at: end)
      return "\(tenure.total) "
        + tenure.transactions.map {
          "\($0.transactionID) \($0.paid) after \($0.serviceBefore)"
        }.joined(separator: ", ")
    }.sorted()
  }

  private static func sums(_ events: [RecordedEvent]) -> [String] {
    Dictionary(grouping: journal(events)) { "\($0.chain) \($0.transactionID) \($0.kind)" }
      .mapValues { entries -> [Int64] in
        func sum(_ part: KeyPath<JournalAmounts, Int64>) -> Int64 {
          entries.reduce(0) { $0 + $1.amounts[keyPath: part] }
        }
        return [sum(\.price), sum(\.tax), sum(\.commission)]
      }.filter { $0.value != [0, 0, 0] }.map { "\($0.key) \($0.value)" }.sorted()
  }
}

extension TransactionFact {
  /// Returns a copy of another moment and source that tells less.
  func omitting(
    at moment: Instant, trust: Trust, _ omit: (inout Purchase.Fields) -> Void
  ) -> TransactionFact {
    var told = purchase.fields
    omit(&told)
    return TransactionFact(
      chain: chain, transactionID: transactionID, purchase: Purchase(told),
      expiresDate: expiresDate, isUpgraded: isUpgraded, revocation: revocation, trust: trust,
      assertedAt: moment)
  }
}

extension Purchase.Fields {
  mutating func omit(_ field: PurchaseFieldSet) {
    switch field {
    case .type: type = .untold
    case .group: subscriptionGroupID = nil
    case .originalDate: originalPurchaseDate = nil
    case .quantity: toldQuantity = nil
    case .ownership: toldOwnership = nil
    case .reason: reason = nil
    case .storefront: (storefront, storefrontID) = (nil, nil)
    case .price: (price, currency) = (nil, nil)
    case .offer: offer = nil
    case .item: webOrderLineItemID = nil
    case .token: appAccountToken = nil
    case .customer: appTransactionID = nil
    case .previousChain: previousOriginalTransactionID = nil
    case .billingPlan: billingPlanType = nil
    case .commitment: commitment = nil
    case .bundle: bundle = nil
    case .download: download = nil
    default: break
    }
  }
}
