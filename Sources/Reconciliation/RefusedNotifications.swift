package import Ledger
package import Postgres

/// The posted notifications that were refused, of one app and reason in one hour. Nothing of them is kept.
package struct RefusedNotificationCount: Hashable, Sendable {
  /// The configured app that the notifications claim; empty if they claim none of them.
  package let app: String
  /// Our own code of the rejection.
  package let reason: String
  package var count: Int64
  package var firstAt: Instant
  package var lastAt: Instant

  package init(app: String, reason: String, count: Int64, firstAt: Instant, lastAt: Instant) {
    self.app = app
    self.reason = reason
    self.count = count
    self.firstAt = firstAt
    self.lastAt = lastAt
  }
}

/// The record of posted notifications that were refused, counted by hour, app and reason, so that it stays
/// small whatever strangers send.
package struct RefusedNotifications: Sendable {
  private static let kept: Duration = .seconds(30 * 86_400)
  private static let hour: Int64 = 3_600_000

  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  /// Adds counts to those of their hours, and forgets what is older than thirty days.
  package func add(_ counts: [RefusedNotificationCount], at now: Instant) async throws {
    guard !counts.isEmpty else { return }
    let hours = counts.map { count in
      Instant(milliseconds: count.lastAt.milliseconds / Self.hour * Self.hour)
    }
    try await pool.withTransaction { connection in
      try connection.post(.refusedNotificationsForget, now - Self.kept)
      try connection.query(
        .refusedNotificationsAdd, hours, counts.map(\.app), counts.map(\.reason),
        counts.map(\.count), counts.map(\.firstAt), counts.map(\.lastAt))
    }
  }

  /// Returns the counts of each app and reason since the hour of a moment.
  package func since(_ moment: Instant) async throws -> [RefusedNotificationCount] {
    try await pool.withConnection { connection in
      try await connection.query(
        .refusedNotificationsRead,
        Instant(milliseconds: moment.milliseconds / Self.hour * Self.hour))
    }.decode((String, String, Int64, Instant, Instant).self).map {
      app, reason, count, first, last in
      RefusedNotificationCount(
        app: app, reason: reason, count: count, firstAt: first, lastAt: last)
    }
  }
}
