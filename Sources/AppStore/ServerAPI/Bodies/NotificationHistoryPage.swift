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
