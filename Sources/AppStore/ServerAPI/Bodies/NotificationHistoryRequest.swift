/// A selection of notifications, the same for all pages of a list.
package struct NotificationHistoryRequest: Sendable, Hashable, Encodable {
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

  package init(from startDate: Timestamp, to endDate: Timestamp) {
    self.startDate = startDate
    self.endDate = endDate
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
