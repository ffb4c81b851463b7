/// The facts by which the units of one product in one storefront on one day are divided.
package struct SoldPart: Hashable, Sendable {
  /// The kind of purchase of a subscription, as in the column `Subscription`.
  package enum Subscription: String, CaseIterable, Sendable {
    case new = "New"
    case renewal = "Renewal"
  }

  /// Nil for another product, and if the source does not tell.
  package let subscription: Subscription?
  /// The price of one unit with taxes in milliunits, positive also for refunds; nil if the source does
  /// not tell the number of units.
  package let unitPrice: Int128?
  /// True at the rate after a year of paid service.
  package let isAfterAYear: Bool

  package init(subscription: Subscription?, unitPrice: Int128?, isAfterAYear: Bool) {
    self.subscription = subscription
    self.unitPrice = unitPrice
    self.isAfterAYear = isAfterAYear
  }

  /// The part, without the kind of purchase.
  var withoutSubscription: SoldPart {
    SoldPart(subscription: nil, unitPrice: unitPrice, isAfterAYear: isAfterAYear)
  }
}

extension SoldPart: Comparable {
  package static func < (left: SoldPart, right: SoldPart) -> Bool { left.order < right.order }

  private var order: (String, Int128, Int) {
    (subscription?.rawValue ?? "", unitPrice ?? -1, isAfterAYear ? 1 : 0)
  }
}

/// The units of one part, with their proceeds.
package struct SoldUnits: Hashable, Sendable {
  /// Negative for refunds.
  package var count: Int64 = 0
  /// Milliunits by their currency, negative for refunds.
  package var proceeds: [String: Int128] = [:]

  package init() {}

  package init(_ count: Int64, proceeds: [String: Int128]) {
    self.count = count
    self.proceeds = proceeds
  }

  /// Returns the proceeds of one unit in a currency, positive also for refunds. Several units of one part
  /// may have a sum that does not divide evenly.
  func unitProceeds(in currency: String) -> Int128 {
    count == 0 ? 0 : (proceeds[currency] ?? 0) / Int128(count)
  }

  static func += (left: inout SoldUnits, right: SoldUnits) {
    left.count += right.count
    left.proceeds.merge(right.proceeds, uniquingKeysWith: +)
  }
}
