import AppStoreSimulator
import Crypto
import Foundation
import Testing

@testable import AppStore

struct SignedPayloadTests {
  /// `{"alg":1}`, `{"a":1}` and the bytes 1, 2, 3.
  private let jws = "eyJhbGciOjF9.eyJhIjoxfQ.AQID"

  private func digest(_ text: String) -> SHA256Digest { SHA256.hash(data: Array(text.utf8)) }

  @Test func `the segments of a JWS inside a body are those of the JWS alone`() throws {
    let body = Array(#"{"signedPayload":"\#(jws)"}"#.utf8)
    let slice = try #require(try JSONDocument(body[...]).object().text("signedPayload"))
    let signed = try SignedPayload(slice)
    #expect(try signed == SignedPayload(jws) && signed.hashValue == SignedPayload(jws).hashValue)
    #expect(signed.text == jws && signed.bytes.startIndex == 18)
    #expect(try signed.header() == Array(#"{"alg":1}"#.utf8))
    #expect(try signed.payload() == Array(#"{"a":1}"#.utf8))
    #expect(try signed.signature() == [1, 2, 3])
  }

  @Test(arguments: ["", ".", "..", "a", "a.b", ".a.b", "a..b", "a.b.c.d", "...", "a.b..", ".a."])
  func `other than three segments are rejected, wherever they stand`(text: String) {
    let error = VerificationError.malformedJWS(field: "the division into three segments")
    #expect(throws: error) { try SignedPayload(text) }
    let between = Array("..\(text)..".utf8)
    #expect(throws: error) { try SignedPayload(between[2..<(2 + text.utf8.count)]) }
  }

  @Test func `an empty signature is a segment`() throws {
    #expect(try SignedPayload("e30.e30.").signature() == [])
  }

  @Test func `a JWS is hashed as a whole and its header apart`() throws {
    let hashed = HashedPayload(try SignedPayload(jws))
    #expect(hashed.headerDigest == digest("eyJhbGciOjF9"))
    #expect(hashed.signedDigest == digest("eyJhbGciOjF9.eyJhIjoxfQ"))
  }

  @Test(arguments: ["eyJhbGciOjF9.e30.AQID", "eyJhbGciOjJ9.e30.AQID", "eyJ.e30.AQID", "a.b.c"])
  func `hashes do not depend on the JWS around`(inner: String) throws {
    let alone = HashedPayload(try SignedPayload(inner))
    let around = HashedPayload(try SignedPayload(jws))
    let within = HashedPayload(try SignedPayload(inner), within: around)
    #expect(within.headerDigest == alone.headerDigest)
    #expect(within.signedDigest == alone.signedDigest)
    #expect(within.signed == alone.signed)
    let segments = inner.split(separator: ".")
    #expect(within.signedDigest == digest(segments[0] + "." + segments[1]))
  }

  @Test func `a JWS inside a notification is a slice of the notification's payload`() async throws {
    let authority = try Authority.decade()
    let notification = SignableNotification(
      "DID_RENEW", notificationUUID: "u", signedDate: nowMilliseconds)
    let renewal = SignableRenewal(
      originalTransactionId: "1", productId: "p", signedDate: nowMilliseconds)
    let jws = try authority.sign(
      notification: notification, transaction: .month(), renewal: renewal)
    let verified = try await authority.verifier().verify(notification: SignedPayload(jws), now: now)
    let json = verified.notification.json
    #expect(try json == SignedPayload(jws).payload())
    for inner in [verified.transaction?.signed.bytes, verified.renewal?.signed.bytes] {
      let inner = try #require(inner)
      #expect(json[inner.indices] == inner)
      let isSlice = json.withUnsafeBytes { json in
        inner.withUnsafeBytes { json.baseAddress.map { $0 + inner.startIndex } == $0.baseAddress }
      }
      #expect(isSlice)
    }
    #expect(verified.transaction?.json == (try verified.transaction?.signed.payload()))
  }
}
