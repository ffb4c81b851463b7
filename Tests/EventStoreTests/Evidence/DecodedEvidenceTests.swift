import Foundation
import Testing

@testable import EventStore

/// Evidence with JWS that the verification has decoded already.
struct DecodedEvidenceTests {
  private let inner = Signed.form(#"{"price":1}"#)
  private var payload: String { #"{"data":{"signedTransactionInfo":"\#(inner)"}}"# }
  private var received: [UInt8] { Array(Signed.form(payload).utf8) }

  private func decoded(_ jws: String, _ payload: String) -> DecodedJWS {
    DecodedJWS(text: Array(jws.utf8)[...], payload: Array(payload.utf8))
  }

  private func packed(_ evidence: Evidence) -> (body: [UInt8], unpacked: [UInt8]?) {
    var headers = HeaderTable()
    headers.insert(Array(Signed.header.utf8), number: 1)
    let packing = EvidencePacking()
    let body = packing.pack(EvidenceSplitter(evidence), headers: headers)
    return (body, try? packing.unpack(body, headers: headers))
  }

  @Test func `decoded payloads give the same parts as the bytes alone`() {
    let alone = EvidenceSplitter(received)
    #expect(alone.headerPlaces == [0, 0] && alone.signatures.count == 128)
    for known in [
      [decoded(Signed.form(payload), payload), decoded(inner, #"{"price":1}"#)],
      [decoded(inner, #"{"price":1}"#)], [decoded(Signed.form(payload), payload)],
      [decoded("e30.e30.AA", "{}")],
    ] {
      let splitter = EvidenceSplitter(Evidence(received, decoded: known))
      #expect(splitter.text == alone.text)
      #expect(splitter.encodedHeaders == alone.encodedHeaders)
      #expect(splitter.headerPlaces == alone.headerPlaces)
      #expect(splitter.signatures == alone.signatures)
    }
  }

  @Test func `a decoded payload is used where its JWS stands`() {
    let other = #"{"price":2}"#
    let splitter = EvidenceSplitter(Evidence(received, decoded: [decoded(inner, other)]))
    #expect(String(decoding: splitter.text, as: UTF8.self).contains("\u{1}\(other)\u{2}"))
  }

  @Test func `a payload that is not of its JWS is found out, and the bytes are kept`() {
    let evidence = Evidence(received, decoded: [decoded(inner, #"{"price":2}"#)])
    let (body, unpacked) = packed(evidence)
    #expect(unpacked == received)
    #expect(body.count > packed(Evidence(received)).body.count)
  }
}
