import AppStore
import AppStoreSimulator
import Crypto
import EventStore
import Foundation
import Intake
import Ledger

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
    _ = try await warm.verify(
      notification: SignedPayload(notifications[0].signedPayload), now: .now)
    return try await processorMicroseconds(seconds: seconds) { call in
      let notification = notifications[call % notifications.count]
      if cached {
        _ = try await warm.verify(
          notification: SignedPayload(notification.signedPayload), now: .now)
      } else {
        try await uncached(notification.signedPayload, as: NotificationPayload.self)
        try await uncached(notification.signedTransaction, as: TransactionPayload.self)
        try await uncached(notification.signedRenewal, as: RenewalPayload.self)
      }
    }
  }

  private var reader: NotificationReader {
    let app = NotificationPress.app
    return NotificationReader(
      apps: [
        ConfiguredApp(
          bundleID: BundleID(app.bundleID), appAppleID: app.appAppleID,
          environments: [.production])
      ], verifier: warm)
  }

  /// Returns the microseconds from the posted body of a notification to its events, with the chain
  /// cached.
  func reading(seconds: Double) async throws -> Double {
    let reader = reader
    let bodies = notifications.map(\.body)
    _ = try await reader.read(body: bodies[0], now: .now)
    return try await processorMicroseconds(seconds: seconds) { call in
      let read = try await reader.read(body: bodies[call % bodies.count], now: .now)
      guard read?.events.count == 3 else { throw BenchmarkFailure("A notification was not read.") }
    }
  }

  /// Returns the microseconds of three signatures over digests, which reading cannot do without.
  func signatures(seconds: Double) throws -> Double {
    let key = P256.Signing.PrivateKey()
    let digest = SHA256.hash(data: Array(notifications[0].signedPayload.utf8))
    let signature = try key.signature(for: digest)
    let publicKey = key.publicKey
    return try processorMicroseconds(seconds: seconds) { _ in
      for _ in 1...3 where !publicKey.isValidSignature(signature, for: digest) {
        throw BenchmarkFailure("A signature was not valid.")
      }
    }
  }

  /// Returns the microseconds of dividing the evidence of a notification into its parts, which
  /// precedes its compression.
  func splitting(seconds: Double) async throws -> Double {
    var evidence: [Evidence] = []
    for notification in notifications {
      let read = try await reader.read(body: notification.body, now: .now)
      evidence += read?.events.first?.evidence.map { [$0] } ?? []
    }
    guard evidence.count == notifications.count else {
      throw BenchmarkFailure("A notification was not read.")
    }
    return processorMicroseconds(seconds: seconds) { call in
      _ = EvidenceSplitter(evidence[call % evidence.count])
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
