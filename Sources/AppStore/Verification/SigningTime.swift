package import Foundation

/// The signing time that a payload claims. The payload's certificates must have been valid at that
/// moment.
struct SigningTime {
  /// The largest accepted lead of the signing time over the local clock, in seconds.
  static let aheadMax: TimeInterval = 86_400

  /// Whole seconds since 1970, rounded down. Certificates have no finer time.
  let seconds: Int64

  private let moment: Timestamp

  /// Rejects a moment before 1970, which precedes every certificate.
  init<P: AppleSigned>(_ time: Timestamp?, of: P.Type) throws(VerificationError) {
    guard let time else { throw .missingSignedDate(field: "\(P.signingTimeField)") }
    guard time.milliseconds >= 0 else { throw .certificateNotValidAtSignedDate }
    moment = time
    seconds = time.milliseconds / 1_000
  }

  /// Reads only the signing time from an unverified payload. The time is not compared with a clock:
  /// before the signature is verified, anybody may have written it.
  static func peek<P: AppleSigned>(
    _ json: [UInt8], as: P.Type
  ) throws(VerificationError) -> SigningTime {
    try SigningTime(claimed(json, as: P.self), of: P.self)
  }

  /// Rejects a moment too far ahead of `now`.
  func compare(with now: Date) throws(VerificationError) {
    let ahead = Double(moment.milliseconds) / 1_000 - now.timeIntervalSince1970
    guard ahead <= Self.aheadMax else { throw .signedInTheFuture }
  }

  fileprivate static func claimed<P: AppleSigned>(
    _ json: [UInt8], as: P.Type
  ) throws(VerificationError) -> Timestamp? {
    do {
      return try JSONDocument(json[...]).object().timestamp(P.signingTimeField)
    } catch {
      throw .malformedJWS(field: "payload")
    }
  }
}

extension SignedPayload {
  /// Returns the moment after which this payload is no longer `signedInTheFuture`, according to its
  /// own unverified signing time. Returns nil if the payload has no signing time.
  package func comesOfAge<P: AppleSigned>(as type: P.Type) -> Date? {
    // An unreadable payload has no time.
    guard let payload = try? payload(), let time = try? SigningTime.claimed(payload, as: type)
    else { return nil }
    return Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000 - SigningTime.aheadMax)
  }
}
