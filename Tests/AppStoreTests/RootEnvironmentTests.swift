import AppStore
import AppStoreSimulator
import Foundation
import Testing

struct RootEnvironmentTests {
  private let authority: Authority

  init() throws {
    authority = try Authority.decade()
  }

  private func verifier(_ environments: VouchedEnvironments...) throws -> PayloadVerifier {
    PayloadVerifier(
      roots: try environments.map {
        try RootCertificate(fileContents: authority.rootCertificateDER, for: $0)
      })
  }

  private func rejection(
    of jws: String, by verifier: PayloadVerifier
  ) async throws -> VerificationError? {
    do throws(VerificationError) {
      _ = try await verifier.verify(jws, as: TransactionPayload.self, now: now)
      return nil
    } catch {
      return error
    }
  }

  private func month(_ environment: String) throws -> String {
    var transaction = SignableTransaction.month()
    transaction.environment = environment
    return try authority.sign(payload: transaction)
  }

  @Test(arguments: ["Production", "Xcode", "LocalTesting", "sandbox", ""])
  func `a root for the sandbox vouches for no other environment`(environment: String) async throws {
    let verifier = try verifier(.only(["Sandbox"]))
    let jws = try month(environment)
    #expect(try await rejection(of: jws, by: verifier) == .rootNotForEnvironment)
    #expect(try await rejection(of: month("Sandbox"), by: verifier) == nil)
    // The chain is cached by now.
    #expect(throws: VerificationError.rootNotForEnvironment) {
      try verifier.verifyIfCached(SignedPayload(jws), as: TransactionPayload.self, now: now)
    }
  }

  @Test func `a root may be bound to several environments, at once or one by one`() async throws {
    for verifier in [
      try verifier(.only(["Sandbox", "Xcode"])),
      try verifier(.only(["Sandbox"]), .only(["Xcode"])),
    ] {
      #expect(try await rejection(of: month("Sandbox"), by: verifier) == nil)
      #expect(try await rejection(of: month("Xcode"), by: verifier) == nil)
      #expect(try await rejection(of: month("Production"), by: verifier) == .rootNotForEnvironment)
    }
    let all = try verifier(.only(["Sandbox"]), .all)
    #expect(try await rejection(of: month("Production"), by: all) == nil)
  }

  @Test func `renewals and app transactions are bound like transactions`() async throws {
    let verifier = try verifier(.only(["Sandbox"]))
    let renewal = SignableRenewal(
      originalTransactionId: "1", productId: "p", signedDate: nowMilliseconds,
      environment: "Production")
    let download = SignableAppTransaction(
      bundleId: "com.example.game", receiptCreationDate: nowMilliseconds, receiptType: "Production")
    await #expect(throws: VerificationError.rootNotForEnvironment) {
      try await verifier.verify(
        authority.sign(payload: renewal), as: RenewalPayload.self, now: now)
    }
    await #expect(throws: VerificationError.rootNotForEnvironment) {
      try await verifier.verify(
        authority.sign(payload: download), as: AppTransactionPayload.self, now: now)
    }
  }

  @Test(
    arguments: [
      ("Sandbox", nil), ("Production", .rootNotForEnvironment),
    ] as [(String, VerificationError?)])
  func `a notification is bound, whatever it brings`(
    environment: String, error: VerificationError?
  ) async throws {
    let verifier = try verifier(.only(["Sandbox"]))
    let jws = try authority.sign(
      payload: SignableNotification(
        "TEST", notificationUUID: "u", signedDate: nowMilliseconds,
        data: SignableNotificationData(bundleId: "com.example.game", environment: environment)))
    #expect(await rejection(ofNotification: jws, by: verifier) == error)
  }

  @Test func `a transaction inside a notification needs a root of its own environment`()
    async throws
  {
    let other = try Authority.decade()
    let verifier = PayloadVerifier(roots: [
      try RootCertificate(fileContents: authority.rootCertificateDER, for: .only(["Production"])),
      try RootCertificate(fileContents: other.rootCertificateDER, for: .only(["Sandbox"])),
    ])
    var transaction = SignableTransaction.month()
    transaction.environment = "Production"
    // A transaction from before February 2022 names no environment.
    let unnamed = Array(
      #"{"transactionId":"1","bundleId":"com.example.game","signedDate":\#(nowMilliseconds)}"#.utf8)
    for (inner, error) in [
      (try authority.sign(payload: transaction), nil),
      (try other.sign(payload: transaction), .rootNotForEnvironment),
      (try authority.sign(payload: unnamed), nil),
      (try other.sign(payload: unnamed), .rootNotForEnvironment),
    ] as [(String, VerificationError?)] {
      var notification = SignableNotification(
        "DID_RENEW", notificationUUID: "u", signedDate: nowMilliseconds,
        data: SignableNotificationData(bundleId: "com.example.game", environment: "Production"))
      notification.data?.signedTransactionInfo = inner
      let jws = try authority.sign(payload: notification)
      #expect(await rejection(ofNotification: jws, by: verifier) == error)
    }
  }

  @Test func `a payload that names no environment needs a root for all of them`() async throws {
    let payload: [UInt8] = Array(
      #"{"transactionId":"1","bundleId":"com.example.game","signedDate":\#(nowMilliseconds)}"#.utf8)
    let unnamed = try authority.sign(payload: payload)
    #expect(
      try await rejection(of: unnamed, by: verifier(.only(["Sandbox"]))) == .rootNotForEnvironment)
    #expect(try await rejection(of: unnamed, by: verifier(.all)) == nil)
  }

  private func rejection(
    ofNotification jws: String, by verifier: PayloadVerifier
  ) async -> VerificationError? {
    do throws(VerificationError) {
      _ = try await verifier.verify(notification: SignedPayload(jws), now: now)
      return nil
    } catch {
      return error
    }
  }
}
