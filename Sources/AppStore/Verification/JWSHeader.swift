import Foundation

/// The header of a JWS in the only form that the App Store writes.
struct JWSHeader {
  /// DER of leaf, intermediate and root.
  let certificates: [[UInt8]]

  /// Requires ES256, no critical extensions (RFC 7515, 4.1.11), and three certificates in standard
  /// base64.
  init(_ json: [UInt8]) throws(VerificationError) {
    let algorithm: String?
    let chain: [String]
    let hasCritical: Bool
    do {
      let fields = try JSONDocument(json[...]).object()
      algorithm = try fields.string("alg")
      chain = try fields.strings("x5c") ?? []
      hasCritical = fields.contains("crit")
    } catch {
      throw .malformedJWS(field: "header")
    }
    guard algorithm == "ES256" else { throw .unsupportedAlgorithm }
    guard !hasCritical else { throw .malformedJWS(field: "header.crit") }
    let certificates = chain.compactMap { Data(base64Encoded: $0).map(Array.init) }
    guard chain.count == 3, certificates.count == 3 else { throw .invalidCertificateChain }
    self.certificates = certificates
  }
}
