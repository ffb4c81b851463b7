/// How much a source is to be believed.
package enum Trust: Int16, Hashable, Sendable, Codable, Comparable {
  /// A shared secret, or an answer of verifyReceipt.
  case sharedSecret = 0
  /// A receipt whose signature we verified.
  case receipt = 1
  /// A JWS that Apple signed.
  case signed = 2

  package static func < (left: Trust, right: Trust) -> Bool { left.rawValue < right.rawValue }
}

/// Who said it, when, and what exactly: the total order in which facts are joined.
///
/// The digest is of what was said, not of when: a copy signed anew has the same. It decides between two that are equal in trust and time, so that no order of arrival does.
package struct Assertion: Hashable, Sendable, Codable, Comparable {
  package let trust: Trust
  package let assertedAt: Instant
  package let digest: Digest

  package init(trust: Trust, assertedAt: Instant, digest: Digest) {
    self.trust = trust
    self.assertedAt = assertedAt
    self.digest = digest
  }

  /// Digest of the assertion as a whole, its moment too.
  package var eventDigest: Digest {
    var bytes = digest.bytes
    withUnsafeBytes(of: assertedAt.milliseconds.bigEndian) { bytes.append(contentsOf: $0) }
    return Digest(of: bytes)
  }

  package static func < (left: Assertion, right: Assertion) -> Bool {
    (left.trust, left.assertedAt, left.digest) < (right.trust, right.assertedAt, right.digest)
  }
}

/// What a fact says of one field group. A signed JWS asserts absence too; other sources may be silent.
package enum Asserted<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  case silent
  case absent
  case present(Value)

  package var value: Value? {
    if case .present(let value) = self { value } else { nil }
  }

  /// What a signed source asserts by an optional field: the value, or that there is none.
  package init(signed value: Value?) {
    self = value.map(Asserted.present) ?? .absent
  }
}
