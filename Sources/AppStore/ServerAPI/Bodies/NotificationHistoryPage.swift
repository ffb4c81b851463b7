/// Twenty notifications, oldest first.
package struct NotificationHistoryPage: ServerAPIPage, Decodable, Hashable {
  package let notificationHistory: [SentNotification]
  package let hasMore: Bool
  /// Grows old: then the list begins anew.
  package let paginationToken: String?

  package var next: String? { hasMore ? paginationToken : nil }
}

/// A notification as it was sent, and how sending it went.
package struct SentNotification: Sendable, Decodable, Hashable {
  /// A JWS, not verified yet.
  package let signedPayload: String
  /// Six at most, the first one first.
  package let sendAttempts: [Attempt]?

  package struct Attempt: Sendable, Decodable, Hashable {
    package let attemptDate: Timestamp?
    /// `SUCCESS`, or what went wrong in a word of Apple's.
    package let sendAttemptResult: String?
  }
}
