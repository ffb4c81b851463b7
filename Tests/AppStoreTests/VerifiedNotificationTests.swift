import AppStore
import AppStoreSimulator
import Foundation
import Testing

struct VerifiedNotificationTests {
  private let notification = SignableNotification(
    "DID_RENEW", notificationUUID: "00000000-0000-4000-8000-000000000001",
    signedDate: nowMilliseconds)
  private let renewal = SignableRenewal(
    originalTransactionId: "2000000000000001", productId: "com.example.game.month",
    signedDate: nowMilliseconds)

  private func rejection(of jws: String, by verifier: PayloadVerifier) async -> VerificationError? {
    do throws(VerificationError) {
      _ = try await verifier.verify(notification: SignedPayload(jws), now: now)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a notification is verified with what is in it`() async throws {
    let authority = try Authority.decade()
    let jws = try authority.sign(
      notification: notification, transaction: .month(), renewal: renewal)
    let verified = try await authority.verifier().verify(notification: SignedPayload(jws), now: now)
    #expect(verified.notification.payload.notificationType == .didRenew)
    #expect(verified.notification.payload.bundleId == "com.example.game")
    #expect(verified.transaction?.payload.productId == "com.example.game.month")
    #expect(verified.renewal?.payload.autoRenewStatus == 1)
    #expect(verified.appTransaction == nil)
    let inner = verified.notification.payload.data?.signedTransactionInfo
    #expect(verified.transaction?.signed.bytes == inner?.bytes)
  }

  @Test func `a notification without anything in it is verified`() async throws {
    let authority = try Authority.decade()
    let test = SignableNotification(
      "TEST", notificationUUID: "u", signedDate: nowMilliseconds,
      data: SignableNotificationData(bundleId: "com.example.game"))
    let verified = try await authority.verifier().verify(
      notification: SignedPayload(authority.sign(notification: test)), now: now)
    #expect(verified.notification.payload.notificationType == .test)
    #expect(verified.transaction == nil && verified.renewal == nil)
  }

  @Test func `consent rescinded brings an app transaction`() async throws {
    let authority = try Authority.decade()
    var rescinded = SignableNotification(
      "RESCIND_CONSENT", notificationUUID: "u", signedDate: nowMilliseconds)
    let download = SignableAppTransaction(
      bundleId: "com.example.game", receiptCreationDate: nowMilliseconds)
    rescinded.appData = SignableAppData(
      bundleId: "com.example.game",
      signedAppTransactionInfo: try authority.sign(payload: download))
    let jws = try authority.sign(notification: rescinded)
    let verified = try await authority.verifier().verify(notification: SignedPayload(jws), now: now)
    #expect(verified.appTransaction?.payload.originalPlatform == "iOS")
    rescinded.appData?.bundleId = "com.example.other"
    let foreign = try authority.sign(notification: rescinded)
    #expect(
      try await rejection(of: foreign, by: authority.verifier())
        == .mismatchedPayloads(field: "signedAppTransactionInfo.bundleId"))
  }

  @Test func `a transaction of another app is rejected`() async throws {
    let authority = try Authority.decade()
    var foreign = notification
    foreign.data = SignableNotificationData(bundleId: "com.example.other")
    let jws = try authority.sign(notification: foreign, transaction: .month())
    #expect(
      try await rejection(of: jws, by: authority.verifier())
        == .mismatchedPayloads(field: "signedTransactionInfo.bundleId"))
  }

  @Test(arguments: [true, false])
  func `a payload of another environment is rejected`(inTransaction: Bool) async throws {
    let authority = try Authority.decade()
    var transaction = SignableTransaction.month()
    var renewal = renewal
    var mixed = notification
    mixed.data = SignableNotificationData(bundleId: "com.example.game", environment: "Production")
    if inTransaction {
      renewal.environment = "Production"
    } else {
      transaction.environment = "Production"
    }
    let jws = try authority.sign(
      notification: mixed, transaction: transaction, renewal: renewal)
    #expect(
      try await rejection(of: jws, by: authority.verifier())?.code == "mismatched_payloads")
  }

  @Test func `a forged transaction within a genuine notification is rejected`() async throws {
    let authority = try Authority.decade()
    var outer = notification
    outer.data = SignableNotificationData(bundleId: "com.example.game")
    outer.data?.signedTransactionInfo = try Authority.decade().sign(
      payload: SignableTransaction.month())
    let jws = try authority.sign(notification: outer)
    #expect(try await rejection(of: jws, by: authority.verifier()) == .untrustedRoot)
  }
}
