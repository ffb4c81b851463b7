import AppleReports
import Ledger
import Testing

/// The check of uncertain charges against sales files: renewals at 9.99 EUR of one day, unless a row says otherwise.
struct RateCheckTests {
  private struct Row {
    var subscription: SoldPart.Subscription? = .renewal
    var price: Int128? = 9_990
    var isAfterAYear = false
    var count: Int64 = 1

    var part: SoldPart {
      SoldPart(subscription: subscription, unitPrice: price, isAfterAYear: isAfterAYear)
    }
  }

  private static let first = Row()
  private static let later = Row(isAfterAYear: true)

  private static func day() throws -> CivilDate {
    try #require(CivilDate(year: 2026, month: 3, day: 31))
  }

  private static func key() throws -> Sold.Key {
    Sold.Key(
      day: try day(), product: "moon.month", storefront: "DEU", currency: "EUR", isRefund: false)
  }

  private static func sold(_ rows: [Row]) throws -> [Sold.Key: Sold] {
    var sold = Sold()
    for row in rows { sold.add(SoldUnits(row.count, proceeds: [:]), to: row.part) }
    return [try key(): sold]
  }

  /// Returns the finding about each uncertain charge, beside certain ones.
  private static func findings(
    _ uncertain: [Row], certain: [Row] = [], apple: [Row], hasFile: Bool = true
  ) throws -> [RateFinding] {
    let check = RateCheck(
      ledger: try sold(certain + uncertain.filter { $0.price != nil }), apple: try sold(apple),
      days: ToldDays(all: hasFile ? [try day()] : []))
    let charges = try uncertain.map {
      UncertainCharge(try key(), part: $0.part)
    }
    let results = check.results(for: charges)
    for (charge, result) in zip(charges, results) {
      let isAfterAYear = result.rate.map { $0 == .afterOneYear }
      switch result.finding {
      case .confirmed: #expect(isAfterAYear == charge.part.isAfterAYear)
      case .refuted: #expect(isAfterAYear == !charge.part.isAfterAYear)
      case .undetermined: #expect(isAfterAYear == nil)
      }
    }
    return results.map(\.finding)
  }

  @Test func `a charge alone is confirmed or refuted`() throws {
    #expect(try Self.findings([Self.first], apple: [Self.first]) == [.confirmed])
    #expect(try Self.findings([Self.first], apple: [Self.later]) == [.refuted])
    #expect(try Self.findings([Self.later], apple: [Self.later]) == [.confirmed])
    #expect(try Self.findings([Self.later], apple: [Self.first]) == [.refuted])
  }

  /// Five charges, of which two are certain and after a year: Apple has three after a year.
  @Test func `certain charges are taken out first`() throws {
    let certain = [Row(isAfterAYear: true, count: 2), Row(count: 2)]
    let three = [Row(isAfterAYear: true, count: 3), Row(count: 2)]
    #expect(try Self.findings([Self.first], certain: certain, apple: three) == [.refuted])
    let two = [Row(isAfterAYear: true, count: 2), Row(count: 3)]
    #expect(try Self.findings([Self.first], certain: certain, apple: two) == [.confirmed])
  }

  @Test func `none or all determine each charge, and some determine none`() throws {
    let both = [Self.first, Self.later]
    #expect(try Self.findings(both, apple: [Row(count: 2)]) == [.confirmed, .refuted])
    #expect(
      try Self.findings(both, apple: [Row(isAfterAYear: true, count: 2)])
        == [.refuted, .confirmed])
    let some = RateFinding.undetermined(.someOfSeveral)
    #expect(try Self.findings(both, apple: both) == [some, some])
  }

  @Test func `numbers that contradict certain charges determine nothing`() throws {
    let certain = [Row(isAfterAYear: true, count: 2)]
    let differs = RateFinding.undetermined(.otherCertain)
    #expect(
      try Self.findings([Self.first], certain: certain, apple: [Row(count: 2), Self.later])
        == [differs])
    #expect(
      try Self.findings(
        [Self.first], certain: [Row(count: 2)], apple: [Row(isAfterAYear: true, count: 3)])
        == [differs])
    #expect(
      try Self.findings([Self.first], apple: [Row(count: 2)]) == [.undetermined(.otherNumber)])
    #expect(try Self.findings([Self.first], apple: []) == [.undetermined(.otherNumber)])
  }

  @Test func `price and kind of purchase divide the charges`() throws {
    let (dear, new) = (Row(price: 10_990), Row(subscription: .new))
    let apple = [Self.first, Row(price: 10_990, isAfterAYear: true), new]
    #expect(
      try Self.findings([Self.first, dear, new], apple: apple)
        == [.confirmed, .refuted, .confirmed])
    // Apple has a renewal more and a first purchase less.
    let other = RateFinding.undetermined(.otherNumber)
    #expect(try Self.findings([Self.first, new], apple: [Row(count: 2)]) == [other, other])
    // Where the kind is blank, both are counted together.
    let blank = Row(subscription: nil, count: 2)
    #expect(try Self.findings([Self.first, new], apple: [blank]) == [.confirmed, .confirmed])
  }

  @Test func `no file and no price determine nothing`() throws {
    #expect(
      try Self.findings([Self.first], apple: [], hasFile: false) == [.undetermined(.missingFile)])
    #expect(
      try Self.findings([Row(price: nil)], apple: [Self.first]) == [.undetermined(.noPrice)])
  }
}
