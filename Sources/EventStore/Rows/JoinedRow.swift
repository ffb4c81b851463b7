import Foundation
import Ledger

/// The joining of a signed notification and its facts in one row of table `event`, and the division of
/// such a row.
///
/// A notification and a transaction hardly share a column, so that they stand side by side as they are.
/// A renewal has columns of its own in place of those that the transaction uses. Its status follows from
/// the notification's.
enum JoinedRow {
  /// The column that a renewal uses alone in its row, and the one beside a transaction.
  private static let strings: [(StringColumn, StringColumn)] = [
    (.product, .renewalProduct), (.currency, .renewalCurrency),
    (.billingPlan, .renewalBillingPlan), (.offerIdentifier, .renewalOfferIdentifier),
    (.offerDiscount, .renewalOfferDiscount), (.offerPeriod, .renewalOfferPeriod),
  ]

  /// Returns the row of a notification and the facts behind it, a transaction before a renewal; nil if
  /// these events do not share a row.
  static func join(_ rows: ArraySlice<EventRow>) -> EventRow? {
    guard rows.count > 1, let notification = rows.first, notification.trust == .signed,
      notification.type == .notificationReceived
    else { return nil }
    var row = notification
    for fact in rows.dropFirst() {
      guard fact.isBeside(notification) else { return nil }
      switch fact.type {
      case .transactionObserved where row.holdsNoFact && fact.names(notification):
        row.add(transaction: fact)
      case .renewalObserved
      where row[.renewalAssertedAt] == nil && fact[.status] == notification.renewalStatus:
        row.add(renewal: fact)
      default: return nil
      }
    }
    row.digest = digest(of: rows.map(\.digest))
    return row
  }

  /// Returns the rows of single events that a row holds, in order.
  static func split(_ row: EventRow) -> [EventRow] {
    guard row.holdsFacts else { return [row] }
    return [row] + [row.transaction, row.renewal].compactMap(\.self)
  }

  /// The digest of a row over those of its events.
  static func digest(of digests: [Digest]) -> Digest {
    digests.count == 1 ? digests[0] : Digest(of: digests.flatMap(\.bytes))
  }

  fileprivate static func moveAside(_ fact: EventRow, into row: inout EventRow) {
    for (alone, beside) in strings { row[beside] = fact[alone] }
  }

  fileprivate static func moveBack(_ row: EventRow, into fact: inout EventRow) {
    for (alone, beside) in strings { fact[alone] = row[beside] }
  }
}

extension EventRow {
  /// The number of events that the row holds.
  var eventCount: Int {
    guard holdsFacts else { return 1 }
    return 1 + (self[.transactionAssertedAt] == nil ? 0 : 1)
      + (self[.renewalAssertedAt] == nil ? 0 : 1)
  }

  /// True if the row may hold facts beside a notification.
  fileprivate var holdsFacts: Bool {
    type == .notificationReceived && schemaVersion == type.rowVersion
  }

  fileprivate var holdsNoFact: Bool { eventCount == 1 }

  /// True if a fact is of the same chain and the same source.
  fileprivate func isBeside(_ notification: EventRow) -> Bool {
    stream == notification.stream && trust == notification.trust
      && environment == notification.environment
      && self[.originalTransactionID] == notification[.originalTransactionID]
  }

  /// True if a transaction is the one that a notification names.
  fileprivate func names(_ notification: EventRow) -> Bool {
    self[.app] == notification[.app] && self[.transactionID] == notification[.transactionID]
  }

  /// The status of a renewal beside a notification.
  fileprivate var renewalStatus: Int32? {
    RenewalStatus(number: self[.status], subtype: self[.notificationSubtype])?.rawValue
  }

  fileprivate mutating func add(transaction: EventRow) {
    strings.fill(from: transaction.strings)
    numbers.fill(from: transaction.numbers)
    moments.fill(from: transaction.moments)
    texts.fill(from: transaction.texts)
    price = transaction.price
    accountToken = transaction.accountToken
    assertedGroups = transaction.assertedGroups
    flags = transaction.flags
    extra = transaction.extra
    self[.transactionAssertedAt] = transaction.assertedAt
  }

  fileprivate var transaction: EventRow? {
    guard let assertedAt = self[.transactionAssertedAt] else { return nil }
    return single(.transactionObserved, assertedAt)
  }

  fileprivate mutating func add(renewal: EventRow) {
    JoinedRow.moveAside(renewal, into: &self)
    self[.autoRenewProduct] = renewal[.autoRenewProduct]
    self[.renewalOfferType] = renewal[.offerType]
    self[.renewalGroups] = Int32(renewal.assertedGroups)
    self[.renewalFlags] = Int32(renewal.flags)
    self[.expirationIntent] = renewal[.expirationIntent]
    self[.priceIncreaseStatus] = renewal[.priceIncreaseStatus]
    for column in [MomentColumn.renewalAt, .graceExpiresAt, .recentStartAt] {
      self[column] = renewal[column]
    }
    self[.renewalAppTransactionID] = renewal[.appTransactionID]
    renewalPrice = renewal.price
    renewalAccountToken = renewal.accountToken
    renewalExtra = renewal.extra
    self[.renewalAssertedAt] = renewal.assertedAt
  }

  fileprivate var renewal: EventRow? {
    guard let assertedAt = self[.renewalAssertedAt] else { return nil }
    var fact = single(.renewalObserved, assertedAt)
    JoinedRow.moveBack(self, into: &fact)
    fact[.offerType] = self[.renewalOfferType]
    fact[.status] = renewalStatus
    fact.assertedGroups = Int16(truncatingIfNeeded: self[.renewalGroups] ?? 0)
    fact.flags = Int16(truncatingIfNeeded: self[.renewalFlags] ?? 0)
    fact[.appTransactionID] = self[.renewalAppTransactionID]
    fact.price = renewalPrice
    fact.accountToken = renewalAccountToken
    fact.extra = renewalExtra
    return fact
  }

  /// Returns this row as that of one of its facts. The columns of the others are not read.
  private func single(_ type: EventType, _ assertedAt: Instant) -> EventRow {
    var row = self
    row.type = type
    row.assertedAt = assertedAt
    row.schemaVersion = type.rowVersion
    return row
  }
}
