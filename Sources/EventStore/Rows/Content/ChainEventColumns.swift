import Foundation
import Ledger
import Postgres

extension ChainEvent {
  var stored: any StoredContent {
    switch self {
    case .transactionObserved(let content): content
    case .renewalObserved(let content): content
    case .notificationReceived(let content): content
    case .chainOwned(let content): content
    case .ownershipChanged(let content): content
    case .grantMade(let content): content
    case .grantAcknowledged(let content): content
    case .chainPosted(let content): content
    case .chainReplaced(let content): content
    case .grantAssigned(let content): content
    }
  }

  /// Reads the content of a row; returns nil for a row of another family.
  init?(_ row: EventRow) throws(StoredEventError) {
    switch row.type {
    case .transactionObserved: self = .transactionObserved(try TransactionFact(row))
    case .renewalObserved: self = .renewalObserved(try RenewalFact(row))
    case .notificationReceived: self = .notificationReceived(try ReceivedNotification(row))
    case .chainOwned: self = .chainOwned(try ChainOwned(row))
    case .ownershipChanged: self = .ownershipChanged(try OwnershipChanged(row))
    case .grantMade: self = .grantMade(try GrantMade(row))
    case .grantAcknowledged: self = .grantAcknowledged(try GrantAcknowledged(row))
    case .chainPosted: self = .chainPosted(try ChainPosted(row))
    case .chainReplaced: self = .chainReplaced(try ChainReplaced(row))
    case .grantAssigned: self = .grantAssigned(try GrantAssigned(row))
    default: return nil
    }
  }

  /// Returns the same fact asserted at another moment; nil for an event that is no fact.
  func asserted(at moment: Instant) -> ChainEvent? {
    switch topic {
    case .fact(.transaction(let fact)): .transactionObserved(fact.asserted(at: moment))
    case .fact(.renewal(let fact)): .renewalObserved(fact.asserted(at: moment))
    case .notification, .ownership, .grant: nil
    }
  }
}

extension ReceivedNotification: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      notificationUUID: try row.required(row.notification, "notification"),
      notificationType: try row.required(row[.notificationType], "notification_type"),
      subtype: row[.notificationSubtype], bundleID: try row.bundleID(),
      environment: try row.storeEnvironment(),
      chain: row[.originalTransactionID] == nil ? nil : try row.chain(),
      transactionID: row[.transactionID].map(TransactionID.init(rawValue:)), status: row[.status],
      details: try row.details?.content(of: "details") ?? [:], trust: row.trust,
      signedDate: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.trust = trust
    row[.originalTransactionID] = chain?.originalTransactionID.rawValue
    row[.transactionID] = transactionID?.rawValue
    row.notification = notificationUUID
    row[.notificationType] = notificationType
    row[.notificationSubtype] = subtype
    row[.status] = status
    if !details.isEmpty { row.details = try JSONText(details, of: "details") }
  }

  func keys(in stream: UUID) -> EventKeys {
    let id = notificationUUID.uuidString
    guard trust == .signed else { return EventKeys(timeless: "notification", id) }
    return EventKeys(message: ["notification", id], signedAt: signedDate)
  }
}

extension ChainOwned: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      chain: try row.chain(), account: try row.owner(),
      decidedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    row.account = account.key
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(timeless: "owned", stream.uuidString) }
}

extension ChainPosted: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      chain: try row.chain(), account: try row.owner(),
      isSigned: try row.content(under: "isSigned"), postedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    row.account = account.key
    try row.set(isSigned, under: "isSigned")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(
      timeless: isSigned ? "posted" : "linked", stream.uuidString, account.key.uuidString)
  }
}

extension ChainReplaced: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      chain: try row.chain(),
      successor: OriginalTransactionID(rawValue: try row.content(under: "successor")),
      learnedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    try row.set(successor.rawValue, under: "successor")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "replaced", stream.uuidString, successor.rawValue)
  }
}

extension OwnershipChanged: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "ownership")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    row.account = account.key
    try row.set(self, under: "ownership")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: decidedAt, digest) }
}

extension GrantMade: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "grant")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    row[.transactionID] = transactionID.rawValue
    row[.product] = productID.rawValue
    row[.quantity] = quantity
    row.account = account?.key
    try row.set(self, under: "grant")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(making: id, isDeliveredElsewhere: isDeliveredElsewhere)
  }
}

extension GrantAcknowledged: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "acknowledgement")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    row[.transactionID] = transactionID.rawValue
    try row.set(self, under: "acknowledgement")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "acknowledged", grant.description)
  }
}

extension GrantAssigned: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "assignment")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    row[.transactionID] = transactionID.rawValue
    row.account = account?.key
    try row.set(self, under: "assignment")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "assigned", grant.description, "\(number)")
  }
}
