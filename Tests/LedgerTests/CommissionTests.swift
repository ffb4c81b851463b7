import Foundation
import Ledger
import Testing

struct CommissionTests {
  private let program = Program(Program.smallBusiness, from: day(10), until: day(20))

  private func transaction(
    on start: Double = 0, type: ProductType = .autoRenewable, storefront: String? = nil,
    price: Int64? = 4_990, ownership: Ownership = .purchased, trust: Trust = .signed
  ) throws -> TransactionState {
    var given = Given()
    given.type = type
    given.bought(
      "1", from: start, to: start + 30, ownership: ownership, price: price, storefront: storefront,
      trust: trust)
    return try #require(given.state.transactions["1"])
  }

  private func rate(
    _ transaction: TransactionState, after days: Int = 0, terms: CommissionTerms = .standard,
    programs: [Program] = []
  ) -> CommissionRate? {
    Charge(transaction).flatMap {
      Commission.rate(
        of: $0, in: "com.example.game", serviceBefore: .seconds(days * 86_400),
        shared: SharedState(programs: programs, terms: terms))
    }
  }

  @Test(arguments: [
    (ProductType.autoRenewable, 364, 300, CommissionRate.Reason.firstYear),
    (.autoRenewable, 365, 150, .afterAYear), (.consumable, 365, 300, .notASubscription),
    (.nonRenewing, 0, 300, .notASubscription),
  ])
  func `the year halves Apple's share of subscriptions only`(
    type: ProductType, days: Int, thousandths: Int, reason: CommissionRate.Reason
  ) throws {
    let rate = rate(try transaction(type: type), after: days)
    #expect(rate == CommissionRate(thousandths: thousandths, reason: reason))
  }

  @Test(arguments: [(10 - oneSecond, false), (10, true), (20 - oneSecond, true), (20, false)])
  func `a program holds from its first moment to before its last`(at: Double, holds: Bool) throws {
    let rate = rate(try transaction(on: at), programs: [program])
    #expect(rate?.thousandths == (holds ? 150 : 300))
    #expect(rate?.reason == (holds ? .program(Program.smallBusiness) : .firstYear))
  }

  @Test func `a program of another app does not hold here`() throws {
    let other = Program(Program.smallBusiness, in: "com.example.other", from: day(0))
    #expect(rate(try transaction(on: 12), programs: [other])?.thousandths == 300)
  }

  @Test func `of two reasons for one rate the year is named`() throws {
    let rate = rate(try transaction(on: 12), after: 365, programs: [program])
    #expect(rate?.reason == .afterAYear)
  }

  @Test func `a transaction not charged, or of trust zero, has no rate`() throws {
    #expect(rate(try transaction(price: 0)) == nil)
    #expect(rate(try transaction(ownership: .familyShared)) == nil)
    #expect(rate(try transaction(trust: .sharedSecret)) == nil)
    #expect(rate(try transaction(price: nil))?.thousandths == 300)
  }

  private let terms = CommissionTerms.standard.adding([
    CommissionTerm("CHN 2026", storefronts: ["CHN"], validFrom: day(5), thousandths: 250),
    CommissionTerm(
      "CHN 2026 after a year", storefronts: ["CHN"], isAfterAYear: true, validFrom: day(5),
      thousandths: 120),
    CommissionTerm("dear", storefronts: ["DEU"], validUntil: day(5), thousandths: 325),
  ])

  @Test(arguments: [
    ("CHN", 4.0, 0, 300), ("CHN", 5, 0, 250), ("CHN", 5, 365, 120), ("JPN", 5, 365, 150),
    ("DEU", 4, 0, 325), ("DEU", 4, 365, 150), ("DEU", 5, 0, 300),
  ])
  func `a storefront's terms take the place of the general ones by their dates`(
    storefront: String, at: Double, days: Int, thousandths: Int
  ) throws {
    let charge = try transaction(on: at, storefront: storefront)
    #expect(rate(charge, after: days, terms: terms)?.thousandths == thousandths)
  }

  @Test func `terms of a storefront are named`() throws {
    let charge = try transaction(on: 9, storefront: "CHN")
    #expect(rate(charge, terms: terms)?.reason == .storefrontTerms("CHN 2026"))
    #expect(rate(charge, terms: CommissionTerms(rows: [])) == nil)
  }

  @Test(arguments: [(300, "0.30"), (150, "0.15"), (125, "0.125"), (0, "0.00"), (1_000, "1.00")])
  func `a rate is written as a decimal fraction`(thousandths: Int, text: String) {
    #expect(
      CommissionRate(thousandths: thousandths, reason: .firstYear).description == text)
  }

  @Test func `terms survive being written and read`() throws {
    let written = try JSONEncoder().encode(terms)
    #expect(try JSONDecoder().decode(CommissionTerms.self, from: written) == terms)
  }
}
