package import Foundation

/// When a payload says it was signed: the moment at which its certificates must have been valid.
struct SigningTime {
  /// How far ahead of us Apple's clock may seem to be.
  static let aheadMax: TimeInterval = 86_400

  /// Since 1970, whole and rounded down: certificates know no finer time.
  let seconds: Int64

  /// Refuses a moment too far ahead of `now`. A moment before 1970 precedes every certificate.
  init<P: AppleSigned>(_ time: Timestamp?, of: P.Type, now: Date) throws(VerificationError) {
    guard let time else { throw .missingSignedDate(field: P.signingTimeField) }
    let ahead = Double(time.milliseconds) / 1_000 - now.timeIntervalSince1970
    guard ahead <= Self.aheadMax else { throw .signedInTheFuture }
    guard time.milliseconds >= 0 else { throw .certificateNotValidAtSignedDate }
    seconds = time.milliseconds / 1_000
  }

  /// Reads the signing time, and only it, out of a payload not verified yet.
  static func peek<P: AppleSigned>(
    _ json: [UInt8], as: P.Type, now: Date
  ) throws(VerificationError) -> SigningTime {
    try SigningTime(claimed(json, as: P.self), of: P.self, now: now)
  }

  fileprivate static func claimed<P: AppleSigned>(
    _ json: [UInt8], as: P.Type
  ) throws(VerificationError) -> Timestamp? {
    do {
      return try JSONDecoder().decode(Claim<P>.self, from: Data(json)).time
    } catch {
      throw .malformedJWS(field: "payload")
    }
  }

  private struct Claim<P: AppleSigned>: Decodable {
    let time: Timestamp?

    private struct Field: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Field.self)
      time = try fields.decodeIfPresent(
        Timestamp.self, forKey: Field(stringValue: P.signingTimeField))
    }
  }
}

extension SignedPayload {
  /// From when on this is not `signedInTheFuture` any more, by what it says of itself; nil where it says
  /// nothing. Nobody has verified it.
  package func comesOfAge<P: AppleSigned>(as type: P.Type) -> Date? {
    // What cannot be read has no time.
    guard let payload = try? payload(), let time = try? SigningTime.claimed(payload, as: type)
    else { return nil }
    return Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000 - SigningTime.aheadMax)
  }
}
