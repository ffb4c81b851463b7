import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import SwiftASN1
import X509

/// The present moment of these tests: 2026-01-01T00:00:00Z.
let now = Date(timeIntervalSince1970: 1_767_225_600)
let nowMilliseconds: Int64 = 1_767_225_600_000
let year: TimeInterval = 365 * 86_400

extension SignableTransaction {
  static func month(signedDate: Int64 = nowMilliseconds) -> SignableTransaction {
    var transaction = SignableTransaction(
      transactionId: "2000000000000001", bundleId: "com.example.game",
      productId: "com.example.game.month", purchaseDate: nowMilliseconds,
      expiresDate: nowMilliseconds + 30 * 86_400_000, signedDate: signedDate)
    transaction.price = 4_990
    transaction.currency = "USD"
    return transaction
  }
}

/// A certificate chain with any flaw.
struct Chain {
  static let decade = now.addingTimeInterval(-5 * year)...now.addingTimeInterval(5 * year)

  let root: CertificateIssuer
  let intermediate: CertificateIssuer
  let leaf: Certificate
  let key = P256.Signing.PrivateKey()

  init(
    intermediateMarker: ASN1ObjectIdentifier? = Authority.intermediateMarker,
    leafMarker: ASN1ObjectIdentifier? = Authority.leafMarker,
    leafValid: ClosedRange<Date> = decade,
    leafKey: Certificate.PublicKey? = nil,
    responder: String = CertificateIssuer.noResponder
  ) throws {
    root = try CertificateIssuer(root: "Root", valid: Self.decade, responder: responder)
    intermediate = try root.issueIntermediate(
      "Intermediate", valid: Self.decade, marker: intermediateMarker)
    leaf = try intermediate.issueLeaf(
      "Leaf", key: leafKey ?? .init(key.publicKey), valid: leafValid, marker: leafMarker)
  }

  var certificates: [Certificate] { [leaf, intermediate.certificate, root.certificate] }

  func signer(_ certificates: [Certificate]? = nil) throws -> PayloadSigner {
    try PayloadSigner(key: key, chain: certificates ?? self.certificates)
  }

  func verifier(_ revocation: RevocationCheck? = nil) throws -> PayloadVerifier {
    try PayloadVerifier(roots: [RootCertificate(root.certificate)], revocation: revocation)
  }

  /// Returns the code with which a verifier that trusts this chain's root rejects a JWS, or nil.
  func rejection(of jws: String, now: Date = now) async throws -> String? {
    do {
      _ = try await verifier().verify(jws, as: TransactionPayload.self, now: now)
      return nil
    } catch let error as VerificationError {
      return error.code
    }
  }
}

extension RootCertificate {
  init(_ certificate: Certificate) throws {
    try self.init(fileContents: certificate.serializeAsPEM().derBytes)
  }
}

extension Authority {
  static func decade() throws -> Authority {
    try Authority(validFrom: Chain.decade.lowerBound, validTo: Chain.decade.upperBound)
  }

  func verifier() throws -> PayloadVerifier {
    try PayloadVerifier(roots: [RootCertificate(fileContents: rootCertificateDER)])
  }
}
