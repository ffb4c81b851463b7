import Foundation

/// The truth about one customer at one moment: ownership, payments, refunds and service.
///
/// Fields that do not apply are left out of the JSON.
package struct CustomerTruth: Codable, Equatable, Sendable {
  package let customer: String
  package let at: Moment
  /// The products owned, ordered by product, then transaction.
  package let owned: [Owned]
  /// The state of each chain with a period that has begun, ordered by chain.
  package let subscriptions: [SubscriptionTruth]
  /// The total charges by the moment, ordered by currency; free purchases are left out.
  package let paid: [Amount]
  /// The total of the refunds in force at the moment, each rounded down.
  package let refunded: [Amount]
  /// Every consumable bought, in order of purchase.
  package let consumables: [Consumable]
  /// The coins that the game owes for all purchases, ordered by transaction, then coin.
  package let grants: [Grant]
  /// The paid service of each subscription group in which a period of the customer's own has begun,
  /// ordered by group.
  package let paidService: [PaidService]

  /// The keys of the answer.
  private enum CodingKeys: String, CodingKey {
    case customer, at, owned, paid, refunded, consumables, grants, paidService
    case subscriptions = "standings"
  }

  package enum Ownership: String, Codable, Sendable {
    case purchased = "PURCHASED"
    case familyShared = "FAMILY_SHARED"

    init(isFamilyShared: Bool) {
      self = isFamilyShared ? .familyShared : .purchased
    }
  }

  /// A product that the customer may use at the moment.
  package struct Owned: Codable, Equatable, Sendable {
    package enum State: String, Codable, Sendable {
      case active, gracePeriod
    }

    package let productId: String
    /// The raw value of a `Product.Kind`.
    package let type: String
    package let ownership: Ownership
    package let transactionId: String
    /// The id of the chain.
    package let originalTransactionId: String
    package let subscriptionGroupId: String?
    package let state: State
    /// The end of a subscription's period, also in grace; absent if there is no end.
    package let expiresAt: Moment?
  }

  /// The state of a chain, given by its live period or else by the period that began last.
  package struct SubscriptionTruth: Codable, Equatable, Sendable {
    package enum Status: String, Codable, Sendable {
      case active, expired, billingRetry, gracePeriod, revoked
    }

    package let originalTransactionId: String
    package let subscriptionGroupId: String
    package let productId: String
    package let transactionId: String
    package let ownership: Ownership
    package let status: Status
    /// The end of the period, extensions included. Replacement and refund do not change this end.
    package let expiresAt: Moment
    /// The end of the grace period, or the latest one possible if Apple does not tell it; absent outside
    /// of grace.
    package let gracePeriodExpiresAt: Moment?
  }

  package struct Amount: Codable, Equatable, Sendable {
    /// The ISO 4217 code of the currency.
    package let currency: String
    package let milliunits: Int64
  }

  package struct Consumable: Codable, Equatable, Sendable {
    package let transactionId: String
    package let productId: String
    package let quantity: Int
    /// The share taken back, in thousandths of a percent: 100,000 is all, 0 is nothing.
    package let takenBackShare: Int64
  }
}

extension CustomerTruth {
  /// A moment, encoded in JSON as RFC 3339 in UTC with milliseconds.
  package struct Moment: Codable, Hashable, Sendable {
    /// Milliseconds since 1970.
    package let milliseconds: Int64

    package init(_ milliseconds: Int64) {
      self.milliseconds = milliseconds
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      let date = try style.parse(container.decode(String.self))
      milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded())
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    /// The RFC 3339 text. Milliseconds are formatted separately, because a `Date` would round them.
    package var text: String {
      let thousandth = Int(floorRemainder(milliseconds, 1_000))
      let second = (milliseconds - Int64(thousandth)) / 1_000
      let date = Date(timeIntervalSince1970: Double(second))
      let fraction = String(thousandth + 1_000).dropFirst()
      return date.formatted(.iso8601).dropLast() + ".\(fraction)Z"
    }

    /// The calendar day in UTC, such as `2026-01-31`.
    var day: String { String(text.prefix(10)) }

    /// The first moment of the next calendar day in UTC.
    var nextDay: Moment {
      Moment(milliseconds - floorRemainder(milliseconds, Int64(1).days) + Int64(1).days)
    }
  }
}

/// Returns the remainder of a floor division, which is not negative even before 1970.
private func floorRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
  let remainder = value % divisor
  return remainder < 0 ? remainder + divisor : remainder
}

extension CustomerTruth.Moment {
  /// Reads a time in UTC and truncates a fraction to milliseconds. Fails for any other text and for
  /// a day that does not exist.
  init?(rfc3339 text: String) {
    guard
      let match = text.wholeMatch(
        of: /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?Z/),
      // A text that is no date is no time.
      let date = try? Date("\(match.1)Z", strategy: .iso8601),
      let thousandths = Int64((String(match.2 ?? "") + "000").prefix(3))
    else { return nil }
    self.init(Int64(date.timeIntervalSince1970.rounded()) * 1_000 + thousandths)
    guard self.text.hasPrefix(match.1) else { return nil }
  }
}

extension CustomerTruth {
  /// An amount of one coin that the game owes for one transaction.
  package struct Grant: Codable, Hashable, Sendable {
    package let transactionId: String
    package let productId: String
    package let coin: String
    /// The amount for the whole quantity, by the definition in force at the purchase.
    package let amount: Int64
    /// The part of the amount taken back by the refund in force or by an upgrade, rounded to the
    /// nearest.
    package let takenBack: Int64
    /// The cut-over date before which another server delivered the coins, so that no wallet was
    /// credited; absent for coins that the ledger grants.
    package let deliveredBefore: Moment?

    package var isDeliveredElsewhere: Bool { deliveredBefore != nil }

    /// The part of a wallet's balance that comes from the grant.
    var left: Int64 { (isDeliveredElsewhere ? 0 : amount) - takenBack }
  }

  /// The remainder of all grants by coin, including coins of which everything is taken back.
  package var coinsLeft: [String: Int64] {
    grants.reduce(into: [:]) { $0[$1.coin, default: 0] += $1.left }
  }
}
