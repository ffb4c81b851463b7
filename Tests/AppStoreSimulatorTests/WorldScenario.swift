import AppStoreSimulator
import Foundation

/// A world in which Ann and others live at the pace of a test, from the first moment of 2025 unless
/// another day is named.
struct WorldScenario {
  static let ann = 0
  /// The second customer.
  static let bob = 1
  static let prefix = "com.example.game."

  var world: World
  private var heard = 0

  init(
    from day: String = "2025-01-01", in environment: SimulatedApp.Environment = .production,
    storefront: Storefront = .usa, seed: UInt64 = 3,
    _ adjust: (inout SimulatedApp) -> Void = { _ in }
  ) throws {
    var app = SimulatedApp(
      bundleID: "com.example.game", appAppleID: 4_711, environment: environment)
    adjust(&app)
    let catalog = StoreCatalog(StoreCatalog.game.products + Self.more)
    world = World(of: app, selling: catalog, seed: seed, from: try Self.moment(day))
    try world.addCustomer(
      "ann", appAccountToken: "0C1F6A7E-0000-4000-8000-00000000ABCD", storefront: storefront)
  }

  /// The products that the game's own catalog lacks: a second product on a level, and plans for
  /// families.
  private static let more: [Product] = [
    plan("plus.twin", 4_990, group: "21000001", level: 2),
    plan("family.best", 9_990, group: "21000003", level: 1, isShareable: true),
    plan("family.good", 4_990, group: "21000003", level: 2, isShareable: true),
    plan("family.alone", 1_990, group: "21000003", level: 3),
  ]

  private static func plan(
    _ name: String, _ price: Int64, group: String, level: Int, isShareable: Bool = false
  ) -> Product {
    Product(
      id: prefix + name, kind: .autoRenewable, priceMilliunits: price,
      isFamilyShareable: isShareable,
      plan: Product.Plan(group: group, level: level, period: CalendarPeriod(1, .month)))
  }

  /// Returns the early morning of a day in Los Angeles, on the same day in UTC.
  static func moment(_ day: String) throws -> Int64 {
    Int64(try Date("\(day)T12:00:00Z", strategy: .iso8601).timeIntervalSince1970) * 1_000
  }

  /// Returns the calendar day in UTC.
  static func day(_ moment: Int64?) -> String? {
    moment.map {
      String(Date(timeIntervalSince1970: Double($0) / 1_000).formatted(.iso8601).prefix(10))
    }
  }

  mutating func pass(days: Int64) { world.advance(to: world.now + days.days) }
  mutating func pass(hours: Int64) { world.advance(to: world.now + hours.hours) }
  mutating func passTo(_ day: String) throws { world.advance(to: try Self.moment(day)) }

  mutating func bob(joins purchaser: Int = ann) throws {
    try world.addCustomer("bob")
    try world.join(Self.bob, to: purchaser)
  }

  @discardableResult
  mutating func buy(
    _ product: String, by customer: Int = ann, offer: PurchaseCommand.OfferChoice? = nil,
    billing: BillingPlan = .upFront, quantity: Int = 1
  ) throws -> PurchaseOutcome {
    var command = PurchaseCommand(Self.prefix + product)
    (command.offer, command.billing, command.quantity) = (offer, billing, quantity)
    return try world.buy(command, by: customer)
  }

  /// Returns Apple's news since the last call: customer, type, subtype, the subscription's state.
  mutating func news() -> [String] {
    defer { heard = world.notifications.count }
    return world.notifications[heard...].map { notification in
      let who = notification.customer.map { world.customers[$0].name }
      let what = [notification.type, notification.subtype].compactMap(\.self)
      let state = notification.status.map(String.init)
      return [who, what.joined(separator: "/"), state].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Returns the transactions of one customer, in order.
  func transactions(of customer: Int = ann) -> [SignableTransaction] {
    world.customers[customer].transactions.map { world.transactions[$0].content }
  }

  /// Returns the notifications of a type, in order.
  func told(_ type: String) -> [StoreNotification] {
    world.notifications.filter { $0.type == type }
  }

  /// Returns the renewal of a customer's first subscription.
  func renewal(of customer: Int = ann) -> SignableRenewal {
    world.renewal(of: world.customers[customer].subscriptions[0])
  }

  mutating func refundLatest(of customer: Int = ann, share: Int64? = 100_000) throws {
    try world.refund(latest(of: customer), share: share)
  }

  mutating func reverseLatest(of customer: Int = ann) throws {
    try world.reverseRefund(latest(of: customer))
  }

  /// Returns the index of a customer's latest transaction.
  func latest(of customer: Int = ann) -> Int {
    world.customers[customer].transactions.last ?? 0
  }
}

/// A life and its news.
struct WorldTale: Sendable, CustomStringConvertible {
  let description: String
  let news: [String]
  let live: @Sendable (inout WorldScenario) throws -> Void

  init(
    _ description: String, _ news: [String],
    _ live: @escaping @Sendable (inout WorldScenario) throws -> Void
  ) {
    self.description = description
    self.news = news
    self.live = live
  }
}
