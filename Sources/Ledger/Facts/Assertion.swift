/// The trust in a source, from the weakest to the strongest.
package enum Trust: Int16, Hashable, Sendable, Codable, Comparable {
  /// A message authenticated by a shared secret, or an answer of verifyReceipt.
  case sharedSecret = 0
  /// A receipt whose signature was verified.
  case receipt = 1
  /// A JWS that Apple signed.
  case signed = 2

  package static func < (left: Trust, right: Trust) -> Bool { left.rawValue < right.rawValue }
}

/// The trust, time and digest of an assertion: the total order in which facts are joined.
///
/// The digest covers the content and not the time, so that a copy signed again later has the same
/// digest. The digest decides between assertions of equal trust and time, so that the order of
/// arrival does not.
package struct Assertion: Hashable, Sendable, Codable, Comparable {
  package let trust: Trust
  package let assertedAt: Instant
  package let digest: Digest

  package init(trust: Trust, assertedAt: Instant, digest: Digest) {
    self.trust = trust
    self.assertedAt = assertedAt
    self.digest = digest
  }

  /// The digest of the whole assertion, including its time.
  package var eventDigest: Digest {
    var bytes = digest.bytes
    withUnsafeBytes(of: assertedAt.milliseconds.bigEndian) { bytes.append(contentsOf: $0) }
    return Digest(of: bytes)
  }

  package static func < (left: Assertion, right: Assertion) -> Bool {
    (left.trust, left.assertedAt, left.digest) < (right.trust, right.assertedAt, right.digest)
  }
}

/// The assertion of a fact about one field group. A signed JWS asserts absence too; other sources
/// may be silent.
package enum Asserted<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  case silent
  case absent
  case present(Value)

  package var value: Value? {
    if case .present(let value) = self { value } else { nil }
  }

  /// Takes an optional field of a signed source: present, or asserted to be absent.
  package init(signed value: Value?) {
    self = value.map(Asserted.present) ?? .absent
  }
}
