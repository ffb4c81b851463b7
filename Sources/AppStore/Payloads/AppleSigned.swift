/// A payload that Apple signs, in Apple's field names.
///
/// Every field is optional because Apple has added fields over the years. Decoding ignores unknown
/// fields; the ledger stores the JWS itself.
package protocol AppleSigned: Decodable, Sendable {
  /// The name of the field with the time at which Apple signed this copy.
  static var signingTimeField: String { get }
  /// The value of `signingTimeField`. A payload without one never verifies.
  var signingTime: Timestamp? { get }
  /// The environment, in Apple's words. Payloads from before February 2022 name none.
  var environment: String? { get }
}
