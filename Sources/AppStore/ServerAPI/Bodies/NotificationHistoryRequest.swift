/// A selection of notifications, the same for all pages of a list.
package struct NotificationHistoryRequest: Sendable, Hashable {
  package enum Selection: Sendable, Hashable {
    case all
    case type(NotificationType, NotificationSubtype? = nil)
    /// The notifications about the customer of this transaction.
    case transaction(String)
  }

  /// The first moment; the range includes both ends. Apple keeps 180 days and treats a later end as
  /// now.
  package let startDate: Timestamp
  package let endDate: Timestamp
  package let selection: Selection
  /// True to select only notifications that no attempt has delivered, even while Apple still
  /// retries.
  package let onlyFailures: Bool

  package init(
    from startDate: Timestamp, to endDate: Timestamp, _ selection: Selection = .all,
    onlyFailures: Bool = false
  ) {
    self.startDate = startDate
    self.endDate = endDate
    self.selection = selection
    self.onlyFailures = onlyFailures
  }
}

extension NotificationHistoryRequest: Encodable {
  private enum Field: String, CodingKey {
    case startDate, endDate, notificationType, notificationSubtype, transactionId, onlyFailures
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encode(startDate, forKey: .startDate)
    try fields.encode(endDate, forKey: .endDate)
    if onlyFailures { try fields.encode(true, forKey: .onlyFailures) }
    switch selection {
    case .all: break
    case .type(let type, let subtype):
      try fields.encode(type, forKey: .notificationType)
      try fields.encodeIfPresent(subtype, forKey: .notificationSubtype)
    case .transaction(let id): try fields.encode(id, forKey: .transactionId)
    }
  }
}

/// A page of twenty notifications, oldest first.
package struct NotificationHistoryPage: ServerAPIPage, Decodable, Hashable {
  package let notificationHistory: [SentNotification]
  package let hasMore: Bool
  /// The cursor of the next page. After the cursor expires, the list starts from the beginning.
  package let paginationToken: String?

  package var next: String? { hasMore ? paginationToken : nil }
}

/// A notification as sent, with Apple's delivery attempts.
package struct SentNotification: Sendable, Decodable, Hashable {
  /// A JWS, not verified yet.
  package let signedPayload: String
  /// At most six attempts, in order.
  package let sendAttempts: [Attempt]?

  package struct Attempt: Sendable, Decodable, Hashable {
    package let attemptDate: Timestamp?
    /// `SUCCESS`, or Apple's code for the failure.
    package let sendAttemptResult: String?
  }
}
