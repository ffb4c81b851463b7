import AppStoreSimulator
import AppleReports
import Testing

/// The files of random lives, read back, against the sums of the world's own transactions.
struct AppleReportPopulationTests {
  private static let first = Result { try ReadReports.day("2024-01-01") }
  private static let days = 731

  private static func world(living ways: [Persona], seed: UInt64) throws -> World {
    let start = try first.get().start
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: .game, seed: seed,
      from: start)
    let end = start + Int64(days).days
    world.settle(customers: 60, living: ways, until: end, seed: seed)
    world.advance(to: end)
    return world
  }

  private static func texts() throws -> [String] {
    var (texts, day) = ([String](), try first.get())
    for _ in 0..<days {
      texts.append(day.text)
      day = day.next
    }
    return texts
  }

  private struct Place: Hashable {
    let day: String
    let product: String
    let storefront: String
    let price: Int64
    let isRenewal: Bool
  }

  /// Units are counted by day, product, storefront, price of one unit, and new or renewed.
  @Test(arguments: [UInt64(1), 2])
  func `the units sold are those of the transactions`(seed: UInt64) throws {
    let world = try Self.world(living: Persona.allCases.filter { $0 != .mixed }, seed: seed)
    let reports = ReadReports(of: world)
    var told: [Place: Int64] = [:]
    var reversals: Int64 = 0
    for day in try Self.texts() {
      for row in try reports.sales(day) where row.units > 0 {
        let place = Place(
          day: day, product: row.sku, storefront: row.storefront,
          price: try #require(row.customerPrice.milliunits), isRenewal: row.subscription == .renewal
        )
        told[place, default: 0] += row.units
      }
    }
    let today = PacificDay(of: world.now)
    for transaction in world.transactions.filter({ $0.copyOf == nil }).map(\.content) {
      let day = PacificDay(of: transaction.purchaseDate)
      guard let price = transaction.price, day < today else { continue }
      let place = Place(
        day: day.text, product: transaction.productId,
        storefront: try #require(transaction.storefront),
        price: price / Int64(transaction.quantity ?? 1),
        isRenewal: transaction.transactionReason == "RENEWAL")
      told[place, default: 0] -= Int64(transaction.quantity ?? 1)
    }
    for left in told.values where left != 0 {
      #expect(left > 0)
      reversals += left
    }
    let reversed = world.chronicle.count {
      if case .refundReversed = $0.event { true } else { false }
    }
    #expect(reversed > 0)
    #expect((1...Int64(reversed * 10)).contains(reversals))
  }

  /// The money that customers paid and did not get back is that of the truth, which knows all but the
  /// unused parts of periods that an upgrade replaced.
  @Test func `refunds, reversals and upgrades are the money that customers have back`() throws {
    let world = try Self.world(living: [.refunded, .reversed, .collecting, .owning], seed: 3)
    let reports = ReadReports(of: world)
    var net: [String: Int64] = [:]
    var returns = 0
    for row in try Self.texts().flatMap({ try reports.sales($0) }) {
      let amount = try #require(row.customerPrice.milliunits) * row.units
      net[row.customerCurrency, default: 0] += row.units < 0 ? -amount : amount
      if row.units < 0 { returns += 1 }
    }
    #expect(returns > 50)
    var expected: [String: Int64] = [:]
    for truth in Truth(world.chronicle).all(at: world.now) {
      for paid in truth.paid { expected[paid.currency, default: 0] += paid.milliunits }
      for back in truth.refunded { expected[back.currency, default: 0] -= back.milliunits }
    }
    for (price, share) in Self.replaced(in: world) {
      expected[price.currency, default: 0] -= Int64((Double(price.milliunits) * share).rounded())
    }
    // The truth rounds each refund of a part down, a report half up for each of at most ten units.
    let inexact = Int64(world.transactions.count { $0.isRevoked }) * 10
    for (currency, amount) in expected {
      let difference = abs((net[currency] ?? 0) - amount)
      #expect(difference <= inexact, "\(currency): \(difference)")
      #expect(inexact * 10 < amount, "\(currency)")
    }
    #expect(expected.count == 5)
  }

  /// Returns the price and the unused share of each period that an upgrade replaced.
  private static func replaced(in world: World) -> [(Money, Double)] {
    var services: [String: Service] = [:]
    return world.chronicle.compactMap { happening in
      switch happening.event {
      case .served(let service):
        services[service.transaction] = service
        return nil
      case .replaced(let transaction):
        guard let service = services[transaction], let price = service.price else { return nil }
        let left = Double(service.until - happening.at)
        return (price, left / Double(service.until - service.from))
      default: return nil
      }
    }
  }

  @Test func `the rates are those of the truth`() throws {
    let world = try Self.world(living: [.steady, .returning, .trial], seed: 4)
    let reports = ReadReports(of: world)
    let rows = try Self.texts().flatMap { try reports.subscribers($0) }.filter { $0.units > 0 }
    let truths = Truth(world.chronicle).all(at: world.now)
    let today = PacificDay(of: world.now).start
    let dates = Dictionary(
      uniqueKeysWithValues: world.transactions.map { ($0.id, $0.content.purchaseDate) })
    let rates = truths.flatMap(\.paidService).flatMap(\.transactions).filter {
      dates[$0.transactionId].map { $0 < today } == true
    }
    let later = rates.count { $0.rate?.reason == .afterAYear }
    #expect(later > 20)
    #expect(rows.count == rates.count)
    #expect(rows.count { $0.isRateAfterOneYear } == later)
  }

  @Test func `each expiry is told once, with its reason`() throws {
    let world = try Self.world(living: [.mixed, .reversed, .rejectingPrice, .failing], seed: 8)
    let reports = ReadReports(of: world)
    var told: [String: Int64] = [:]
    for event in try Self.texts().flatMap({ try reports.events($0) })
    where !event.cancellationReason.isEmpty {
      told[event.cancellationReason, default: 0] += event.quantity
    }
    let reasons = [
      "VOLUNTARY": "Canceled", "BILLING_RETRY": "Billing issue", "PRICE_INCREASE": "Price increase",
    ]
    var expected: [String: Int64] = [:]
    for expiry in world.notifications where expiry.type == "EXPIRED" {
      let isOwn = expiry.transaction?.inAppOwnershipType == "PURCHASED"
      guard isOwn, PacificDay(of: expiry.signedDate) < PacificDay(of: world.now) else { continue }
      expected[try #require(expiry.subtype.flatMap { reasons[$0] }), default: 0] += 1
    }
    #expect(told == expected)
    #expect(expected.count == 3)
  }

  @Test func `the reports agree with one another`() throws {
    let world = try Self.world(living: [.mixed], seed: 6)
    let reports = ReadReports(of: world)
    var month = SettlementMonth(of: try Self.first.get())
    var months = 0
    while let financial = try reports.financial(Self.text(month)) {
      let details = try #require(try reports.details(Self.text(month)))
      var sales: [String: ExactDecimal] = [:]
      var day = month.days.lowerBound
      while day <= month.days.upperBound {
        for row in try reports.sales(day.text) {
          sales[row.proceedsCurrency, default: .zero] += row.developerProceeds * row.units
        }
        let subscribers = try reports.subscribers(day.text).map(\.units).reduce(0, +)
        let units = try reports.sales(day.text).filter { $0.productTypeIdentifier == "IAY" }
        #expect(units.map(\.units).reduce(0, +) == subscribers)
        day = day.next
      }
      for (currency, amount) in sales where !amount.isZero {
        #expect(financial.totals.amounts[currency] == amount, "\(Self.text(month)) \(currency)")
        let countries = details.totals.countries.filter { $0.currency == currency }
        #expect(countries.map(\.extendedPartnerShare).reduce(.zero, +) == amount)
      }
      months += 1
      month = month.next
    }
    #expect(months >= 20)
  }

  private static func text(_ month: SettlementMonth) -> String {
    "\(month.year)-\(String(month.month + 100).dropFirst())"
  }
}
