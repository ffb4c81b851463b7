import Foundation

@testable import AppStoreSimulator

/// A chronicle of one customer after the other, in few words.
struct TruthChronicle {
  var customer = "ann"
  private(set) var happenings: [Happening] = []

  mutating func add(_ at: Int64, _ event: Happening.Event) {
    happenings.append(Happening(at: at, customer: customer, event: event))
  }

  /// Adds a period, known and charged at its beginning unless stated otherwise.
  mutating func serve(
    _ transaction: String, _ from: Int64, _ until: Int64, knownAt: Int64? = nil,
    chargedAt: Int64? = nil, chain: String = "c1", group: String = "g1",
    product: String = "gold", price: Money? = Money(9_990, "USD"), isShared: Bool = false,
    coins: [Coinage.Grant] = []
  ) {
    let service = Service(
      chain: chain, transaction: transaction, group: group, product: product, level: 1,
      chargedAt: chargedAt ?? from, from: from, until: until, price: isShared ? nil : price,
      isFamilyShared: isShared, coins: coins)
    add(knownAt ?? chargedAt ?? from, .served(service))
  }

  /// Adds consecutive months named `m1`, `m2` and so on, and returns the moment at which the last
  /// one ends.
  @discardableResult
  mutating func serveMonths(_ count: Int, from start: Int64) -> Int64 {
    let month = CalendarPeriod(1, .month)
    for index in 0..<count {
      serve(
        "m\(index + 1)", month.end(after: start, times: index),
        month.end(after: start, times: index + 1))
    }
    return month.end(after: start, times: count)
  }

  mutating func buy(
    _ transaction: String, at: Int64, _ kind: Product.Kind, product: String = "thing",
    quantity: Int = 1, price: Money? = Money(1_990, "USD"), isShared: Bool = false,
    coins: [Coinage.Grant] = [], days: Int? = nil
  ) {
    let sale = OneTimePurchase(
      transaction: transaction, product: product, kind: kind, quantity: quantity,
      price: isShared ? nil : price, isFamilyShared: isShared, coins: coins,
      pass: days.map { OneTimePurchase.Pass(boughtAt: at, days: $0) })
    add(at, .bought(sale))
  }

  func truth(at moment: Int64, inHindsightOf hindsight: Int64? = nil) -> CustomerTruth {
    Truth(happenings).customer(customer, at: moment, inHindsightOf: hindsight)
  }

  /// The paid service of the only group.
  func paidService(at moment: Int64) -> CustomerTruth.PaidService? {
    truth(at: moment).paidService.first
  }
}

extension Int64 {
  /// Returns the moment of a day, or of a day and a time after a `T`, in UTC.
  static func on(_ text: String) -> Int64 {
    let full = text.contains("T") ? text + "Z" : text + "T00:00:00Z"
    // A misspelled date gives nil, which the next line reports with its text.
    guard let date = try? Date(full, strategy: .iso8601) else {
      preconditionFailure("\(text) is no date")
    }
    return Int64(date.timeIntervalSince1970) * 1_000
  }

  static let second: Int64 = 1_000
}
