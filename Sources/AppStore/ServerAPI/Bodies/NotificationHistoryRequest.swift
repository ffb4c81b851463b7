/// A selection of notifications, the same for all pages of a list.
package struct NotificationHistoryRequest: Sendable, Hashable {
  package enum Selection: Sendable, Hashable {
    case all
    case type(NotificationType, NotificationSubtype? = nil)
    /// The notifications about the customer of this transaction.
    case transaction(String)
  }

  /// The number of days for which Apple keeps notifications. It rejects an earlier start.
  package static func daysKept(in environment: ServerAPIEnvironment) -> Int {
    switch environment {
    case .production: 180
    case .sandbox: 30
    }
  }

  /// The first moment; the range includes both ends. Apple treats an end in the future as now.
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
  package let paginationToken: String?

  package var cursor: String? { paginationToken }
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
