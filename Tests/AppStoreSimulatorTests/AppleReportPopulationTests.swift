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
    for transaction in world.transactions.map(\.content) {
      let day = PacificDay(of: transaction.purchaseDate)
      guard let price = transaction.price, day < today else { continue }
      let place = Place(
        day: day.text, product: transaction.productId,
        storefront: try #require(transaction.storefront),
        price: price / Int64(transaction.quantity),
        isRenewal: transaction.transactionReason == "RENEWAL")
      told[place, default: 0] -= Int64(transaction.quantity)
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

  @Test func `refunds and reversals are the money that customers have back`() throws {
    let world = try Self.world(living: [.refunded, .reversed, .collecting, .owning], seed: 3)
    let reports = ReadReports(of: world)
    var given: [String: Int64] = [:]
    var paid: [String: Int64] = [:]
    for day in try Self.texts() {
      for row in try reports.sales(day) {
        let amount = try #require(row.customerPrice.milliunits) * row.units
        if row.units < 0 {
          given[row.customerCurrency, default: 0] += amount
        } else {
          paid[row.customerCurrency, default: 0] += amount
        }
      }
    }
    // The world ends at a midnight in Los Angeles, and charges of the last moment are none.
    let truths = Truth(world.chronicle).all(at: world.now)
    let net = given.merging(paid) { $1 - $0 }
    for currency in ["USD", "JPY", "EUR", "GBP", "KRW"] {
      let truth = truths.map { truth in
        let paid = truth.paid.first { $0.currency == currency }?.milliunits ?? 0
        return paid - (truth.refunded.first { $0.currency == currency }?.milliunits ?? 0)
      }.reduce(0, +)
      // The truth rounds each refund of a part down, a report half up for each unit.
      let parts = Int64(world.transactions.count { $0.isRevoked }) * 10
      #expect(abs((net[currency] ?? 0) - truth) <= parts, "\(currency)")
      #expect((given[currency] ?? 0) > 0)
    }
  }

  @Test func `the rates are those of the truth`() throws {
    let world = try Self.world(living: [.steady, .returning, .trial], seed: 4)
    let reports = ReadReports(of: world)
    let rows = try Self.texts().flatMap { try reports.subscribers($0) }
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
          sales[row.proceedsCurrency, default: .zero] += row.totalProceeds
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
