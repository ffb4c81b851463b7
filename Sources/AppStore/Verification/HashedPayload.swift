import Crypto
import Glibc

/// A JWS with the SHA-256 of its header segment. The hash of the signed bytes continues from there,
/// so that each byte is hashed once.
struct HashedPayload {
  private(set) var signed: SignedPayload
  /// SHA-256 of the encoded header segment, equal for all payloads that one certificate signed.
  let headerDigest: SHA256Digest
  /// The state of the hash after the header segment.
  private let afterHeader: SHA256

  init(_ signed: SignedPayload) {
    var hash = SHA256()
    hash.update(data: signed.headerSegment)
    self.signed = signed
    headerDigest = hash.finalize()
    afterHeader = hash
  }

  /// Takes the hash of the header from the JWS around this one if their headers are the same: Apple
  /// signs a notification and what is in it with one certificate.
  init(_ signed: SignedPayload, within enclosing: HashedPayload) {
    if signed.headerSegment.hasSameBytes(as: enclosing.signed.headerSegment) {
      self = enclosing
      self.signed = signed
    } else {
      self.init(signed)
    }
  }

  /// SHA-256 of the signed bytes: header and payload as encoded, with the dot between.
  var signedDigest: SHA256Digest {
    var hash = afterHeader
    hash.update(data: signed.payloadSegmentWithDot)
    return hash.finalize()
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSameBytes(as other: ArraySlice<UInt8>) -> Bool {
    withUnsafeBytes { mine in
      other.withUnsafeBytes { other in
        guard let left = mine.baseAddress, let right = other.baseAddress else { return false }
        return mine.count == other.count && memcmp(left, right, mine.count) == 0
      }
    }
  }
}
