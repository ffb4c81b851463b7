import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import Testing
import X509

struct RootCertificateTests {
  @Test func `Apple's root is built in`() {
    let fingerprint = SHA256.hash(data: RootCertificate.appleG3.der)
      .map { String(format: "%02x", $0) }.joined()
    #expect(
      fingerprint == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
  }

  @Test func `a root is read from PEM and from DER alike`() throws {
    let authority = try Authority.decade()
    let pem = try RootCertificate(fileContents: Array(authority.rootCertificatePEM.utf8))
    #expect(try pem == RootCertificate(fileContents: authority.rootCertificateDER))
  }

  @Test(arguments: ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n"])
  func `another file is rejected`(contents: String) {
    #expect(throws: RootCertificate.Unreadable.notACertificate) {
      try RootCertificate(fileContents: Array(contents.utf8))
    }
  }

  @Test func `a root of one's own stands beside Apple's`() async throws {
    let authority = try Authority.decade()
    let own = try RootCertificate(fileContents: authority.rootCertificateDER)
    let jws = try authority.sign(payload: SignableTransaction.month())
    let verified = try await PayloadVerifier(roots: [.appleG3, own])
      .verify(jws, as: TransactionPayload.self, now: now)
    #expect(verified.payload.bundleId == "com.example.game")
    await #expect(throws: VerificationError.untrustedRoot) {
      try await PayloadVerifier().verify(jws, as: TransactionPayload.self, now: now)
    }
  }

  @Test func `a rotated leaf is believed under the same root`() async throws {
    let authority = try Authority.decade()
    let rotated = try authority.rotatingLeaf(
      validFrom: now.addingTimeInterval(-year), validTo: now.addingTimeInterval(year))
    let verifier = try authority.verifier()
    for signer in [authority, rotated] {
      let jws = try signer.sign(payload: SignableTransaction.month())
      _ = try await verifier.verify(jws, as: TransactionPayload.self, now: now)
    }
    #expect(try authority.rootCertificateDER == rotated.rootCertificateDER)
  }
}
