import AppStore
import Foundation

/// The processor cost of verifying a JWS, and whole notifications with three.
struct Verification: Sendable {
  private let root: RootCertificate
  private let notifications: [SignedNotification]
  private let warm: PayloadVerifier

  init(root: RootCertificate, notifications: [SignedNotification]) {
    self.root = root
    self.notifications = notifications
    warm = PayloadVerifier(roots: [root])
  }

  /// Returns the microseconds of verifying and decoding a notification, with its certificate chain
  /// cached or verified again for each JWS.
  func notification(cached: Bool, seconds: Double) async throws -> Double {
    _ = try await warm.verify(notification: notifications[0].signedPayload, now: .now)
    return try await processorMicroseconds(seconds: seconds) { call in
      let notification = notifications[call % notifications.count]
      if cached {
        _ = try await warm.verify(notification: notification.signedPayload, now: .now)
      } else {
        try await uncached(notification.signedPayload, as: NotificationPayload.self)
        try await uncached(notification.signedTransaction, as: TransactionPayload.self)
        try await uncached(notification.signedRenewal, as: RenewalPayload.self)
      }
    }
  }

  /// Returns the microseconds of verifying one signed transaction.
  func transaction(cached: Bool, seconds: Double) async throws -> Double {
    _ = try await warm.verify(
      notifications[0].signedTransaction, as: TransactionPayload.self, now: .now)
    return try await processorMicroseconds(seconds: seconds) { call in
      let jws = notifications[call % notifications.count].signedTransaction
      if cached {
        _ = try await warm.verify(jws, as: TransactionPayload.self, now: .now)
      } else {
        try await uncached(jws, as: TransactionPayload.self)
      }
    }
  }

  private func uncached<P: AppleSigned>(_ jws: String, as type: P.Type) async throws {
    _ = try await PayloadVerifier(roots: [root]).verify(jws, as: type, now: .now)
  }
}
