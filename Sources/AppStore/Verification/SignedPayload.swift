package import Crypto

/// A compact JWS as received. None of its parts has been verified.
package struct SignedPayload: Sendable, Hashable {
  /// The JWS, byte for byte.
  package let bytes: [UInt8]
  private let headerEnd: Int
  private let payloadEnd: Int

  /// Accepts three segments separated by dots and decodes none of them.
  package init(_ bytes: [UInt8]) throws(VerificationError) {
    let dot = UInt8(ascii: ".")
    guard let first = bytes.firstIndex(of: dot),
      let second = bytes[(first + 1)...].firstIndex(of: dot),
      !bytes[(second + 1)...].contains(dot), first > 0, second > first + 1
    else { throw .malformedJWS(field: "the division into three segments") }
    self.bytes = bytes
    headerEnd = first
    payloadEnd = second
  }

  package init(_ text: String) throws(VerificationError) {
    try self.init(Array(text.utf8))
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// SHA-256 of the encoded header segment, equal for all payloads that one certificate signed.
  package var headerDigest: SHA256Digest {
    SHA256.hash(data: bytes[..<headerEnd])
  }

  /// SHA-256 of the signed bytes: header and payload as encoded, with the dot between.
  var signedDigest: SHA256Digest {
    SHA256.hash(data: bytes[..<payloadEnd])
  }

  package func header() throws(VerificationError) -> [UInt8] {
    try decode(bytes[..<headerEnd], field: "header")
  }

  package func payload() throws(VerificationError) -> [UInt8] {
    try decode(bytes[(headerEnd + 1)..<payloadEnd], field: "payload")
  }

  package func signature() throws(VerificationError) -> [UInt8] {
    try decode(bytes[(payloadEnd + 1)...], field: "signature")
  }

  private func decode(
    _ segment: ArraySlice<UInt8>, field: String
  ) throws(VerificationError) -> [UInt8] {
    guard let decoded = Base64URL.decode(segment) else { throw .malformedJWS(field: field) }
    return decoded
  }
}
