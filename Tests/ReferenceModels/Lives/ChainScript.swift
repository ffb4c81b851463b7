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
  let storefront: String

  var latest: AppleTransaction { transactions[transactions.count - 1] }

  mutating func live(from start: Int64, for count: Int) {
    plan = random.pick(Plan.allCases + [.monthly, .monthly, .quarterly, .yearly, .yearly])
    settle(at: start)
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
    var purchase = purchase(at: start, reason: reason)
    if let offer = latestOfferToGoOn, random.chance(2) { purchase.offer = offer }
    var end = plan.end(from: from, anniversary: day)
    if random.chance(6) {
      end += random.pick([-3_600_000, 3_600_000])
      ways.insert(.summerTime)
    }
    add(purchase, until: end)
    ways.insert(LifeEvent(rawValue: plan.rawValue)!)
  }

  private var latestOfferToGoOn: Offer? {
    transactions.last?.purchase.offer.flatMap { $0.discountType == "PAY_AS_YOU_GO" ? $0 : nil }
  }

  func purchase(at start: Int64, reason: String) -> Purchase {
    var purchase = Purchase(
      productID: ProductID("\(group).\(plan.rawValue)"), type: .autoRenewable,
      subscriptionGroupID: group, purchaseDate: Instant(milliseconds: start), ownership: ownership)
    purchase.reason = reason
    purchase.storefront = storefront
    purchase.price = ownership == .familyShared ? nil : 9_990
    purchase.currency = purchase.price.map { _ in "USD" }
    return purchase
  }

  mutating func add(_ purchase: Purchase, until end: Int64) {
    let id = "\(chain.originalTransactionID)-\(transactions.count + 1)"
    transactions.append(
      AppleTransaction(chain: chain, id: TransactionID(id), purchase: purchase, end: end))
    renewals.append(
      AppleRenewal(
        moment: purchase.purchaseDate.milliseconds + 1_000, product: purchase.productID,
        renewalDate: end))
    if purchase.ownership == .familyShared { ways.insert(.familyShared) }
  }
}
