/// A payload that Apple signs, in Apple's field names.
///
/// Every field is optional because Apple has added fields over the years. Reading ignores unknown
/// fields; the ledger stores the JWS itself.
///
/// Payloads are read from scanned JSON, which takes a fraction of the time of `JSONDecoder`. They
/// are `Decodable` for the tests, which require that both read the same.
package protocol AppleSigned: Decodable, Sendable {
  /// Reads the fields in the order of their declaration. Throws `JSONError.unexpectedValue` for the
  /// first one of another type.
  init(_ json: JSONObject) throws(JSONError)

  /// The name of the field with the time at which Apple signed this copy.
  static var signingTimeField: StaticString { get }
  /// The value of `signingTimeField`. A payload without one never verifies.
  var signingTime: Timestamp? { get }
  /// The environment, in Apple's words. Payloads from before February 2022 name none.
  var environment: String? { get }
}
