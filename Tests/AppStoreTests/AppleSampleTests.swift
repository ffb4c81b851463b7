import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// Samples that Apple really signed. They have no license and stay outside of the repository.
enum AppleSamples {
  static let folder: URL =
    ProcessInfo.processInfo.environment["DAICHO_APPLE_SAMPLES"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../shared/appstore/samples/jws"
    ).standardized

  static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func read(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

@Suite(.enabled(if: AppleSamples.arePresent)) struct AppleSampleTests {
  private let today = Date()

  @Test func `a notification and the two JWS in it are genuine`() async throws {
    let jws = try AppleSamples.read("notifications-v2/renewal-pref-downgrade-sandbox-2025.jws")
    let verified = try await PayloadVerifier().verify(notification: SignedPayload(jws), now: today)
    let notification = verified.notification.payload
    #expect(notification.notificationType == .didChangeRenewalPref)
    #expect(notification.subtype == .downgrade)
    #expect(notification.notificationUUID == "f19852eb-a8dd-4023-b49c-949cadbee84c")
    #expect(notification.bundleId == "com.armakom.qring.net")
    #expect(notification.environment == "Sandbox" && notification.appAppleId == 6_738_924_421)
    #expect(verified.transaction?.payload.transactionId == "2000000883708980")
    #expect(verified.transaction?.payload.price == 199_990)
    #expect(verified.renewal?.payload.autoRenewProductId == "qring_gold")
    #expect(verified.renewal?.payload.renewalDate == 1_743_083_610_000)
    #expect(verified.notification.signed.text == jws)
  }

  @Test(arguments: ["2022", "2025"])
  func `a TEST notification is genuine`(year: String) async throws {
    let jws = try AppleSamples.read("notifications-v2/test-sandbox-\(year).jws")
    let verified = try await PayloadVerifier().verify(notification: SignedPayload(jws), now: today)
    #expect(verified.notification.payload.notificationType == .test)
    #expect(verified.notification.payload.environment == "Sandbox")
    #expect(verified.transaction == nil && verified.renewal == nil)
  }

  @Test func `a transaction of 2022 is genuine`() async throws {
    let jws = try AppleSamples.read("transactions/sub-sandbox-2022-renewed.jws")
    #expect(try PayloadKind.detect(SignedPayload(jws)) == .transaction)
    let payload = try await PayloadVerifier()
      .verify(jws, as: TransactionPayload.self, now: today).payload
    #expect(payload.type == "Auto-Renewable Subscription")
    #expect(payload.transactionId != payload.originalTransactionId)
    #expect(payload.appAccountToken != nil && payload.price == nil)
  }

  @Test(arguments: ["quarterly-sandbox-2023", "sub-sandbox-2022"])
  func `a renewal is genuine`(name: String) async throws {
    let jws = try AppleSamples.read("renewals/\(name)-renewal-info.jws")
    #expect(try PayloadKind.detect(SignedPayload(jws)) == .renewal)
    let payload = try await PayloadVerifier()
      .verify(jws, as: RenewalPayload.self, now: today).payload
    #expect(payload.originalTransactionId != nil && payload.environment == "Sandbox")
  }

  @Test(arguments: [
    "notifications-v2/test-sandbox-2025.jws",
    "notifications-v2/renewal-pref-downgrade-sandbox-2025.jws",
  ])
  func `a genuine notification fails where Apple's root is not trusted`(path: String) async throws {
    let jws = try AppleSamples.read(path)
    let verifier = try Authority.decade().verifier()
    await #expect(throws: VerificationError.untrustedRoot) {
      try await verifier.verify(notification: SignedPayload(jws), now: today)
    }
  }
}
