import AppStore
import Foundation
import Ledger

/// A notification of version 1 in the words of the ledger: the record of its arrival, and its facts.
///
/// The facts have trust 0, because Apple signs nothing of a notification. Where the receipt inside it
/// was verified, the receipt's purchases follow with trust 1.
struct TranslatedNotificationV1: Sendable {
  /// The lead over the local clock that a told date may have, as a signing time may.
  private static let aheadMax: Duration = .seconds(86_400)

  let notification: ReceivedNotification
  let transactions: [TransactionFact]
  let renewals: [RenewalFact]

  /// - Parameters:
  ///   - receipt: the verified `latest_receipt`; nil if there is none, or another app's.
  ///   - receivedAt: the time of a notification that tells no date.
  init(
    _ told: NotificationV1, of bundleID: BundleID, _ receipt: AppReceipt?,
    details: [String: String] = [:], receivedAt: Instant
  ) {
    let environment = StoreEnvironment(told.environment)
    let moment = Self.moment(of: told, receipt, receivedAt: receivedAt)
    var entries = told.entries.map { UnsignedTransaction($0) }
    let chain = Self.chain(of: told, entries)
    let newest = entries.indices.filter { entries[$0].originalTransactionID == chain }
      .max { entries[$0].order < entries[$1].order }
    if let canceled = Self.canceled(by: told, among: entries, newest: newest) {
      entries[canceled].cancellationDate =
        entries[canceled].cancellationDate ?? Self.cancellationDate(of: told)
    }
    notification = ReceivedNotification(
      notificationUUID: told.messageID, notificationType: told.notificationType.rawValue,
      subtype: nil, bundleID: bundleID, environment: environment,
      chain: chain.map { ChainID(bundleID, environment, $0) },
      transactionID: newest.map { entries[$0].transactionID }
        ?? chain.map { TransactionID($0.rawValue) },
      status: nil, details: told.details.merging(details) { own, _ in own },
      trust: .sharedSecret, signedDate: moment)
    let statement = UnsignedStatement(
      entries, of: bundleID, in: environment, trust: .sharedSecret, assertedAt: moment)
    transactions = statement.facts + (receipt.map { UnsignedStatement($0).facts } ?? [])
    let pending = told.pendingRenewals.compactMap {
      RenewalFact($0, of: bundleID, in: environment, assertedAt: moment)
    }
    let old = chain.flatMap {
      RenewalFact(
        told, of: ChainID(bundleID, environment, $0), product: newest.map { entries[$0].productID },
        assertedAt: moment)
    }
    renewals = pending.isEmpty ? [old].compactMap(\.self) : pending
  }

  /// Returns the chain that the notification names, or the only one among its entries.
  private static func chain(
    of told: NotificationV1, _ entries: [UnsignedTransaction]
  ) -> OriginalTransactionID? {
    if let id = told.originalTransactionID { return OriginalTransactionID(id) }
    let chains = Set(
      entries.map(\.originalTransactionID)
        + told.pendingRenewals.map { OriginalTransactionID($0.originalTransactionID) })
    return chains.count == 1 ? chains.first : nil
  }

  /// Returns the date at which a refund of the old form was made. It stands beside the entry, not in
  /// it.
  private static func cancellationDate(of told: NotificationV1) -> Instant? {
    told.notificationType == .cancel ? told.cancellationDate.map(Instant.init(apple:)) : nil
  }

  /// Returns the place of the entry that a refund of the old form names; the newest entry of the chain if
  /// it names none, or if the entry does not tell which it is. Another period is not refunded.
  private static func canceled(
    by told: NotificationV1, among entries: [UnsignedTransaction], newest: Int?
  ) -> Int? {
    guard let item = told.webOrderLineItemID else { return newest }
    return entries.firstIndex { $0.webOrderLineItemID == item }
      ?? newest.flatMap { entries[$0].webOrderLineItemID == nil ? $0 : nil }
  }

  /// Returns the time of the statement. Version 1 has no date of its own: the newest date that it
  /// tells counts, its receipt's creation included. A renewal that failed has failed at the end of
  /// its period.
  private static func moment(
    of told: NotificationV1, _ receipt: AppReceipt?, receivedAt: Instant
  ) -> Instant {
    var dates = told.eventDates + [receipt?.creationDate].compactMap(\.self)
    if told.notificationType == .didFailToRenew {
      dates += told.entries.compactMap(\.expiresDate)
    }
    let possible = dates.map(Instant.init(apple:))
      .filter { $0 <= receivedAt + aheadMax }
    return possible.max() ?? receivedAt
  }
}

extension UnsignedTransaction {
  fileprivate var order: (Instant, TransactionID) { (purchaseDate, transactionID) }
}
