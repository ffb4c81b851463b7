package import Ledger

/// A number that Apple's reports of subscriptions tell. The raw value names it in reports.
package enum SubscriptionCount: String, CaseIterable, Sendable {
  /// Active subscriptions at the end of the day whose period is paid at the standard rate, or free.
  case active
  /// Active subscriptions at the end of the day whose period is paid at the rate after a year.
  case activeAfterAYear
  case gracePeriod
  case billingRetry
  /// First purchases and first trials of the day.
  case started
  /// Further periods of the same product.
  case renewed
  /// Upgrades, downgrades and changes within a level.
  case changed
  /// Purchases after an end of up to sixty days.
  case returnedInTime
  /// Purchases after a longer time.
  case returnedLate
  /// Ends at which Apple does not try to collect the price.
  case canceled
  /// Beginnings of billing retry.
  case enteredRetry
  case refunded

  /// The kind of report that tells the number.
  package var kind: AppleReportKind {
    switch self {
    case .active, .activeAfterAYear, .gracePeriod, .billingRetry: .subscription
    case .started, .renewed, .changed, .returnedInTime, .returnedLate, .canceled, .enteredRetry,
      .refunded:
      .subscriptionEvent
    }
  }
}

/// Numbers of subscriptions by day, product and storefront.
package struct SubscriptionCounts: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package let day: CivilDate
    package let product: String
    /// Three letters, as Apple signs it; nil if no source named it.
    package let storefront: String?
    package let count: SubscriptionCount

    package init(
      day: CivilDate, product: String, storefront: String?, count: SubscriptionCount
    ) {
      (self.day, self.product) = (day, product)
      (self.storefront, self.count) = (storefront, count)
    }

    var order: (CivilDate, String, String, String) {
      (day, product, storefront ?? "", count.rawValue)
    }
  }

  /// The numbers, without zeros.
  package private(set) var numbers: [Key: Int64] = [:]

  /// The numbers of Apple's events that are in none of these, by their name.
  package private(set) var otherEvents: [String: Int64] = [:]

  package init() {}

  package mutating func add(_ number: Int64, to key: Key) {
    guard number != 0 else { return }
    numbers[key, default: 0] += number
  }

  /// Adds the events of a row of a `SUBSCRIPTION_EVENT` report.
  package mutating func add(_ row: SubscriptionEventRow, product: String) {
    guard let count = row.count else { return add(row.quantity, otherEvents: row.event) }
    add(
      row.quantity,
      to: Key(day: row.eventDate, product: product, storefront: row.storefront, count: count))
  }

  package mutating func add(_ number: Int64, otherEvents name: String) {
    otherEvents[name, default: 0] += number
  }

  /// Adds the numbers of a row of a `SUBSCRIPTION` report.
  package mutating func add(_ row: SubscriptionRow, on day: CivilDate, product: String) {
    for (counter, number) in row.counts {
      let count: SubscriptionCount
      switch counter {
      case .standardPrice, .offer: count = row.isRateAfterOneYear ? .activeAfterAYear : .active
      case .gracePeriod: count = .gracePeriod
      case .billingRetry: count = .billingRetry
      case .marketingOptIn, .subscribers: continue
      }
      add(
        number,
        to: Key(day: day, product: product, storefront: row.storefront, count: count))
    }
  }
}
