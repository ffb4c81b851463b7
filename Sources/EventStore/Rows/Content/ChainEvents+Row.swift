import Foundation
import Ledger

extension ReceivedNotification: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      notificationUUID: try row.required(row.notification, "notification"),
      notificationType: try row.required(row.notificationType, "notification_type"),
      subtype: row.notificationSubtype, bundleID: try row.bundleID(),
      environment: try row.storeEnvironment(),
      chain: row.originalTransactionID == nil ? nil : try row.chain(),
      transactionID: row.transactionID.map(TransactionID.init(rawValue:)), status: row.status,
      details: row.extra?.details ?? [:], trust: row.trust, signedDate: row.assertedAt)
  }

  func write(to row: inout EventRow) {
    row.set(environment, bundleID)
    row.trust = trust
    row.originalTransactionID = chain?.originalTransactionID.rawValue
    row.transactionID = transactionID?.rawValue
    row.notification = notificationUUID
    row.notificationType = notificationType
    row.notificationSubtype = subtype
    row.status = status
    row.extra = details.isEmpty ? nil : EventRow.Extra(details: details)
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "notification", notificationUUID.uuidString)
  }
}

extension ChainOwned: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      chain: try row.chain(), bundleID: try row.bundleID(), account: try row.owner(),
      decidedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) {
    row.set(chain)
    row.app = bundleID.rawValue
    row.account = account.key
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(timeless: "owned", stream.uuidString) }
}

extension OwnershipChanged: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.ownership, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(chain)
    row.app = bundleID.rawValue
    row.account = account.key
    row.extra = EventRow.Extra(ownership: self)
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: decidedAt, digest) }
}

extension GrantMade: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.grant, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(chain)
    row.app = bundleID.rawValue
    row.transactionID = transactionID.rawValue
    row.product = productID.rawValue
    row.quantity = quantity
    row.account = account?.key
    row.extra = EventRow.Extra(grant: self)
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(EventKey(of: id)) }
}

extension GrantAcknowledged: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.acknowledgement, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(chain)
    row.app = bundleID.rawValue
    row.transactionID = transactionID.rawValue
    row.extra = EventRow.Extra(acknowledgement: self)
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "acknowledged", grant.description)
  }
}
