import Foundation

/// The header of a JWS in the only form that the App Store writes.
struct JWSHeader {
  /// DER of leaf, intermediate and root.
  let certificates: [[UInt8]]

  /// Requires ES256, no critical extensions (RFC 7515, 4.1.11), and three certificates in standard
  /// base64.
  init(_ json: [UInt8]) throws(VerificationError) {
    let fields: Fields
    do {
      fields = try JSONDecoder().decode(Fields.self, from: Data(json))
    } catch {
      throw .malformedJWS(field: "header")
    }
    guard fields.algorithm == "ES256" else { throw .unsupportedAlgorithm }
    guard !fields.hasCritical else { throw .malformedJWS(field: "header.crit") }
    let certificates = fields.chain.compactMap { Data(base64Encoded: $0).map(Array.init) }
    guard fields.chain.count == 3, certificates.count == 3 else { throw .invalidCertificateChain }
    self.certificates = certificates
  }

  private struct Fields: Decodable {
    let algorithm: String?
    let chain: [String]
    let hasCritical: Bool

    private enum Field: String, CodingKey {
      case alg, x5c, crit
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Field.self)
      algorithm = try fields.decodeIfPresent(String.self, forKey: .alg)
      chain = try fields.decodeIfPresent([String].self, forKey: .x5c) ?? []
      hasCritical = fields.contains(.crit)
    }
  }
}
