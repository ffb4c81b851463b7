import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import JSONBytes
import SwiftASN1
import Testing
import X509

struct SignatureRejectionTests {
  private let transaction = SignableTransaction.month()

  private func header(_ chain: Chain, alg: String = "ES256", more: String = "") throws -> String {
    let documents = try chain.certificates.map {
      "\"\(Data(try $0.serializeAsPEM().derBytes).base64EncodedString())\""
    }
    return "{\"alg\":\"\(alg)\",\"x5c\":[\(documents.joined(separator: ","))]\(more)}"
  }

  @Test(arguments: ["none", "HS256", "ES384", "es256", ""])
  func `another algorithm than ES256 is rejected`(alg: String) async throws {
    let chain = try Chain()
    let jws = try PayloadSigner(key: chain.key, header: header(chain, alg: alg)).sign(transaction)
    #expect(try await chain.rejection(of: jws) == "unsupported_algorithm")
  }

  @Test func `the algorithm none with no signature is rejected`() async throws {
    let chain = try Chain()
    let header = Base64URL.encode(try header(chain, alg: "none").utf8)
    #expect(
      try await chain.rejection(of: "\(header).\(Base64URL.encode("{}".utf8)).")
        == "unsupported_algorithm")
  }

  @Test func `a critical extension is rejected`() async throws {
    let chain = try Chain()
    let header = try header(chain, more: ",\"crit\":[\"b64\"]")
    let jws = try PayloadSigner(key: chain.key, header: header).sign(transaction)
    #expect(try await chain.rejection(of: jws) == "malformed_jws")
  }

  @Test func `fields beside alg and x5c are passed over, escaped slashes read`() async throws {
    let chain = try Chain()
    let header = try header(chain, more: ",\"typ\":\"JWT\",\"kid\":\"old\"")
      .replacingOccurrences(of: "/", with: "\\/")
    let jws = try PayloadSigner(key: chain.key, header: header).sign(transaction)
    #expect(try await chain.rejection(of: jws) == nil)
  }

  @Test func `certificates in the alphabet of URLs are rejected`() async throws {
    let chain = try Chain()
    let header = try header(chain)
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    let jws = try PayloadSigner(key: chain.key, header: header).sign(transaction)
    #expect(try await chain.rejection(of: jws) == "invalid_certificate_chain")
  }

  @Test func `bytes that are no certificate are rejected`() async throws {
    let chain = try Chain()
    let header = #"{"alg":"ES256","x5c":["AAAA","AAAA","AAAA"]}"#
    let jws = try PayloadSigner(key: chain.key, header: header).sign(transaction)
    #expect(try await chain.rejection(of: jws) == "invalid_certificate_chain")
  }

  @Test func `a payload changed after the signing is rejected`() async throws {
    let chain = try Chain()
    var parts = try chain.signer().sign(transaction).split(separator: ".").map(String.init)
    var richer = transaction
    richer.quantity = 10
    parts[1] = try chain.signer().sign(richer).split(separator: ".").map(String.init)[1]
    let forged = parts.joined(separator: ".")
    #expect(try await chain.rejection(of: forged) == "invalid_signature")
  }

  @Test func `a signature in DER is rejected`() async throws {
    let chain = try Chain()
    let parts = try chain.signer().sign(transaction).split(separator: ".")
    let content = "\(parts[0]).\(parts[1])"
    let signature = try chain.key.signature(for: Data(content.utf8)).derRepresentation
    let jws = "\(content).\(Base64URL.encode(signature))"
    #expect(try await chain.rejection(of: jws) == "invalid_signature")
  }

  @Test func `a signature by another key than the leaf's is rejected`() async throws {
    let chain = try Chain()
    let jws = try PayloadSigner(key: P256.Signing.PrivateKey(), chain: chain.certificates)
      .sign(transaction)
    #expect(try await chain.rejection(of: jws) == "invalid_signature")
  }

  @Test(arguments: [
    "", "a", "a.b", "a.b.c.d", "..", "e30..AA", "!.e30.AA", "bm8.e30.AA", "W10.e30.AA",
  ])
  func `what is no compact JWS is malformed`(text: String) async throws {
    #expect(try await Chain().rejection(of: text) == "malformed_jws")
  }

  @Test func `a payload or signature that cannot be decoded is malformed`() async throws {
    let chain = try Chain()
    let parts = try chain.signer().sign(transaction).split(separator: ".")
    for broken in ["\(parts[0]).e30=.\(parts[2])", "\(parts[0]).bm8.\(parts[2])"] {
      #expect(try await chain.rejection(of: broken) == "malformed_jws")
    }
    #expect(try await chain.rejection(of: "\(parts[0]).\(parts[1]).AA=") == "malformed_jws")
  }

  @Test func `a payload without a signing time is rejected`() async throws {
    let chain = try Chain()
    let jws = try chain.signer().sign(Array(#"{"transactionId":"1"}"#.utf8))
    #expect(try await chain.rejection(of: jws) == "missing_signed_date")
  }

  @Test(arguments: [(86_400_000, nil), (86_400_001, "signed_in_the_future")] as [(Int64, String?)])
  func `a signing time over a day ahead is rejected`(ahead: Int64, code: String?) async throws {
    let chain = try Chain()
    let jws = try chain.signer().sign(
      SignableTransaction.month(signedDate: nowMilliseconds + ahead))
    #expect(try await chain.rejection(of: jws) == code)
  }

  @Test func `a signing time ahead of our clock is judged after chain and signature`() async throws
  {
    let ahead = SignableTransaction.month(signedDate: nowMilliseconds + 172_800_000)
    let chain = try Chain()
    let unsigned = Base64URL.encode(#"{"alg":"ES256","x5c":["","",""]}"#.utf8)
    let payload = Base64URL.encode(#"{"signedDate":253402300799000}"#.utf8)
    let other = try PayloadSigner(key: P256.Signing.PrivateKey(), chain: chain.certificates)
    for (jws, code) in [
      ("\(unsigned).\(payload).AA", "invalid_certificate_chain"),
      (try Chain().signer().sign(ahead), "untrusted_root"),
      (try other.sign(ahead), "invalid_signature"),
      (try chain.signer().sign(ahead), "signed_in_the_future"),
    ] {
      #expect(try await chain.rejection(of: jws) == code)
    }
  }

  @Test func `a signing time ahead of our clock is judged last with a cached chain too`()
    async throws
  {
    let chain = try Chain()
    let verifier = try chain.verifier()
    _ = try await verifier.verify(
      chain.signer().sign(transaction), as: TransactionPayload.self, now: now)
    for (milliseconds, error) in [
      (nowMilliseconds + 172_800_000, .signedInTheFuture),
      (253_402_300_799_000, .certificateNotValidAtSignedDate),
    ] as [(Int64, VerificationError)] {
      let jws = try chain.signer().sign(SignableTransaction.month(signedDate: milliseconds))
      #expect(throws: error) {
        try verifier.verifyIfCached(SignedPayload(jws), as: TransactionPayload.self, now: now)
      }
    }
  }

  @Test(arguments: [
    (-62_135_769_600_000, "certificate_not_valid_at_signed_date"),
    (-1, "certificate_not_valid_at_signed_date"),
    (253_402_300_799_999, "certificate_not_valid_at_signed_date"),
    (Int64.min, "malformed_jws"), (Int64.max, "malformed_jws"),
  ])
  func `a signing time out of all reason is rejected quietly`(
    signedDate: Int64, code: String
  ) async throws {
    let chain = try Chain()
    let jws = try chain.signer().sign(SignableTransaction.month(signedDate: signedDate))
    #expect(try await chain.rejection(of: jws) == code)
  }

  @Test func `a genuine payload of another form is unreadable and names the field`() async throws {
    let chain = try Chain()
    let payload = #"{"signedDate":\#(nowMilliseconds),"bundleId":{"secret":"content"}}"#
    let jws = try chain.signer().sign(Array(payload.utf8))
    await #expect(throws: VerificationError.unreadablePayload(field: "bundleId")) {
      try await chain.verifier().verify(jws, as: TransactionPayload.self, now: now)
    }
  }

  @Test func `a payload is not decoded before its signature is verified`() async throws {
    let chain = try Chain()
    let payload = #"{"signedDate":\#(nowMilliseconds),"bundleId":7}"#
    let jws = try PayloadSigner(key: P256.Signing.PrivateKey(), chain: chain.certificates)
      .sign(Array(payload.utf8))
    #expect(try await chain.rejection(of: jws) == "invalid_signature")
  }
}
