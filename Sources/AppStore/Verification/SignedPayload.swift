import Glibc
import JSONBytes

/// A compact JWS as received. None of its parts has been verified.
///
/// The JWS may be a slice of a larger document, which stays in memory as long as the JWS. No part is
/// copied before it is decoded.
package struct SignedPayload: Sendable, Hashable {
  /// The JWS, byte for byte.
  package let bytes: ArraySlice<UInt8>
  private let headerCount: Int
  private let payloadCount: Int

  /// Accepts three segments separated by dots and decodes none of them.
  package init(_ bytes: ArraySlice<UInt8>) throws(VerificationError) {
    guard let first = bytes.firstDot(from: 0), first > 0,
      let second = bytes.firstDot(from: first + 1), second > first + 1,
      bytes.firstDot(from: second + 1) == nil
    else { throw .malformedJWS(field: "the division into three segments") }
    self.bytes = bytes
    headerCount = first
    payloadCount = second - first - 1
  }

  package init(_ bytes: [UInt8]) throws(VerificationError) {
    try self.init(bytes[...])
  }

  package init(_ text: String) throws(VerificationError) {
    try self.init(Array(text.utf8))
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The header segment, encoded as received.
  var headerSegment: ArraySlice<UInt8> { bytes.prefix(headerCount) }

  /// The payload segment, encoded as received, with the dot before it.
  var payloadSegmentWithDot: ArraySlice<UInt8> {
    bytes.dropFirst(headerCount).prefix(payloadCount + 1)
  }

  package func header() throws(VerificationError) -> [UInt8] {
    try decode(headerSegment, field: "header")
  }

  package func payload() throws(VerificationError) -> [UInt8] {
    try decode(payloadSegmentWithDot.dropFirst(), field: "payload")
  }

  package func signature() throws(VerificationError) -> [UInt8] {
    try decode(bytes.dropFirst(headerCount + payloadCount + 2), field: "signature")
  }

  private func decode(
    _ segment: ArraySlice<UInt8>, field: String
  ) throws(VerificationError) -> [UInt8] {
    guard let decoded = Base64URL.decode(segment) else { throw .malformedJWS(field: field) }
    return decoded
  }
}

extension ArraySlice<UInt8> {
  /// Returns the offset of the first dot at or after an offset.
  fileprivate func firstDot(from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < count,
        let dot = memchr(base + start, Int32(UInt8(ascii: ".")), count - start)
      else { return nil }
      return UnsafeRawPointer(dot) - base
    }
  }
}
