/// A payload that Apple signs, in Apple's field names.
///
/// Every field is optional, for Apple has added fields over the years; unknown fields are passed
/// over, the JWS they came in is what is kept.
package protocol AppleSigned: Decodable, Sendable {
  /// The field that tells when Apple signed this copy.
  static var signingTimeField: String { get }
  /// The value of `signingTimeField`; nothing without it is ever verified.
  var signingTime: Timestamp? { get }
}
