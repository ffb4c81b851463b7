import AppStoreSimulator
import Ledger

/// The true history of one subscription chain, made up turn by turn.
struct ChainScript {
  var random: SplitMix64
  let chain: ChainID
  let group: SubscriptionGroupID
  let ownership: Ownership
  let gapMax: Int64
  /// The percentage of periods that are followed by a plain renewal.
  let calmness: Int64
  var transactions: [AppleTransaction] = []
  var renewals: [AppleRenewal] = []
  var ways: Set<LifeEvent> = []
  var plan = Plan.monthly
  /// The day of the month on which periods end, if the month has it.
  var anniversary: Int64 = 1
  /// True if a period after one cut short by a short month ends on the old day again.
  let keepsAnniversary: Bool
  var country: Country
  var price: Int64 = 9_990
  /// The place of the latest period in a commitment that is billed by the month; nil without one.
  var commitment: Commitment?
  /// The chain that this one replaced.
  var previous: OriginalTransactionID?

  /// The length of the periods that are charged.
  var billedPlan: Plan { commitment == nil ? plan : .monthly }

  var latest: AppleTransaction { transactions[transactions.count - 1] }

  mutating func live(from start: Int64, for count: Int) {
    plan = random.pick(Plan.allCases + [.monthly, .monthly, .quarterly, .yearly, .yearly])
    settle(at: start)
    if plan == .yearly, random.chance(3) { commit() }
    if random.chance(2) { begin(with: introduction(), at: start) } else { begin(at: start) }
    while transactions.count < count { goOn() }
    befall()
  }

  /// Sets the day of the month on which the periods of this run end.
  mutating func settle(at start: Int64) {
    let day = CalendarDay(of: start)
    anniversary = day.day
    if day.day >= 29 { ways.insert(.monthEnd) }
    if day.month == 2, day.day == 29 { ways.insert(.leapDay) }
  }

  /// Begins a period of the present plan at `start`. Its length is counted from `from`.
  mutating func begin(at start: Int64, countedFrom from: Int64? = nil, reason: String = "PURCHASE")
  {
    let from = from ?? start
    let day = keepsAnniversary ? anniversary : CalendarDay(of: from).day
    changePrice()
    var purchase = purchase(at: start, reason: reason)
    if let offer = latestOfferToGoOn, random.chance(2) { purchase.offer = offer }
    var end = billedPlan.end(from: from, anniversary: day)
    if random.chance(6) {
      end += random.pick([-3_600_000, 3_600_000])
      ways.insert(.summerTime)
    }
    add(purchase, until: end)
    ways.insert(LifeEvent(rawValue: plan.rawValue)!)
  }

  /// Changes the price now and then, or moves the customer to another country with another currency.
  private mutating func changePrice() {
    if random.chance(12) {
      price = random.pick([4_990, 9_990, 10_990, 2_999_900_000])
      ways.insert(.priceChange)
    }
    if !transactions.isEmpty, random.chance(25) {
      country = random.pick(Country.all)
      ways.insert(.anotherCountry)
    }
  }

  private var latestOfferToGoOn: Offer? {
    transactions.last?.purchase.offer.flatMap { $0.discountType == "PAY_AS_YOU_GO" ? $0 : nil }
  }

  func purchase(at start: Int64, reason: String) -> Purchase {
    var told = Purchase.Fields(
      productID: ProductID("\(group).\(plan.rawValue)"), type: .autoRenewable,
      subscriptionGroupID: group, purchaseDate: Instant(milliseconds: start), ownership: ownership)
    told.originalPurchaseDate = transactions.first?.purchase.purchaseDate ?? told.purchaseDate
    told.reason = reason
    told.storefront = country.storefront
    told.storefrontID = country.id
    told.price = ownership == .familyShared ? nil : price
    told.currency = told.price.map { _ in country.currency }
    told.webOrderLineItemID = "\(chain.originalTransactionID)00\(transactions.count + 1)"
    told.previousOriginalTransactionID = previous
    told.commitment = commitment
    if commitment != nil { told.billingPlanType = "MONTHLY" }
    return Purchase(told)
  }

  mutating func add(_ purchase: Purchase, until end: Int64) {
    let id = "\(chain.originalTransactionID)-\(transactions.count + 1)"
    transactions.append(
      AppleTransaction(chain: chain, id: TransactionID(id), purchase: purchase, end: end))
    renewals.append(
      AppleRenewal(
        moment: purchase.purchaseDate.milliseconds + 1_000, product: purchase.productID,
        renewalDate: end, status: 1))
    if purchase.ownership == .familyShared { ways.insert(.familyShared) }
    if purchase.commitment != nil { ways.insert(.commitment) }
  }
}

/// An App Store with its currency.
struct Country {
  let storefront: String
  let id: String
  let currency: String

  static let all = [
    Country(storefront: "USA", id: "143441", currency: "USD"),
    Country(storefront: "CHN", id: "143465", currency: "CNY"),
    Country(storefront: "JPN", id: "143462", currency: "JPY"),
    Country(storefront: "DEU", id: "143443", currency: "EUR"),
  ]
}
