import Crypto
package import Foundation
package import SwiftASN1
package import X509

/// A private certificate authority: a name, a key and the certificate for both. JWS are signed under
/// P-384 keys, app receipts under RSA keys.
///
/// Its certificates carry the same extensions as Apple's. The addresses in the extensions do not
/// exist, unless a test serves the status of the certificates.
package struct CertificateIssuer: Sendable {
  package static let noResponder = "http://ocsp.appstore.invalid"

  package let certificate: Certificate
  private let key: Certificate.PrivateKey
  private let algorithm: Certificate.SignatureAlgorithm
  private let responder: String

  /// Creates a self-signed root.
  ///
  /// - Parameters:
  ///   - key: the root's key; by default a new P-384 key.
  ///   - algorithm: the algorithm with which the root signs, suitable for the key.
  ///   - responder: the address before the paths of the issuers, at which the certificates below
  ///     this root say that their status is served by OCSP.
  package init(
    root name: String, valid: ClosedRange<Date>,
    key: Certificate.PrivateKey = .init(P384.Signing.PrivateKey()),
    algorithm: Certificate.SignatureAlgorithm = .ecdsaWithSHA384,
    responder: String = noResponder
  ) throws {
    self.responder = responder
    self.key = key
    self.algorithm = algorithm
    let name = try Self.distinguishedName(name)
    certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey,
      notValidBefore: valid.lowerBound, notValidAfter: valid.upperBound,
      issuer: name, subject: name, signatureAlgorithm: algorithm,
      extensions: try Certificate.Extensions {
        SubjectKeyIdentifier(hash: key.publicKey)
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
      },
      issuerPrivateKey: key)
  }

  private init(
    certificate: Certificate, key: Certificate.PrivateKey,
    algorithm: Certificate.SignatureAlgorithm, responder: String
  ) {
    self.certificate = certificate
    self.key = key
    self.algorithm = algorithm
    self.responder = responder
  }

  package var privateKeyPEM: String {
    get throws { try key.serializeAsPEM().pemString }
  }

  /// Returns an intermediate under this issuer, with `marker` as a NULL extension.
  ///
  /// - Parameters:
  ///   - key: the intermediate's key, suitable for this issuer's algorithm; by default a new P-384 key.
  ///   - usage: the key usage that the certificate tells; none if nil.
  package func issueIntermediate(
    _ name: String, valid: ClosedRange<Date>, marker: ASN1ObjectIdentifier?,
    key: Certificate.PrivateKey = .init(P384.Signing.PrivateKey()),
    usage: KeyUsage? = KeyUsage(keyCertSign: true, cRLSign: true)
  ) throws -> CertificateIssuer {
    let certificate = try issue(
      name, key: key.publicKey, valid: valid,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        authorityKeyIdentifier
        AuthorityInformationAccess([ocsp("root")])
        SubjectKeyIdentifier(hash: key.publicKey)
        if let usage { Critical(usage) }
        if let marker { Self.null(marker) }
      })
    return CertificateIssuer(
      certificate: certificate, key: key, algorithm: algorithm, responder: responder)
  }

  /// Returns a certificate for `key` that signs payloads, with `marker` as a NULL extension.
  ///
  /// - Parameters:
  ///   - constraints: the basic constraints, by default those of a certificate that is no authority.
  ///   - usage: the key usage.
  package func issueLeaf(
    _ name: String, key: Certificate.PublicKey, valid: ClosedRange<Date>,
    marker: ASN1ObjectIdentifier?, constraints: BasicConstraints = .notCertificateAuthority,
    usage: KeyUsage = KeyUsage(digitalSignature: true)
  ) throws -> Certificate {
    try issue(
      name, key: key, valid: valid,
      extensions: try Certificate.Extensions {
        Critical(constraints)
        authorityKeyIdentifier
        AuthorityInformationAccess([Self.issuingCertificate, ocsp("developer-relations")])
        CertificatePolicies.receiptSigning
        SubjectKeyIdentifier(hash: key)
        Critical(usage)
        if let marker { Self.null(marker) }
      })
  }

  private func issue(
    _ name: String, key subjectKey: Certificate.PublicKey, valid: ClosedRange<Date>,
    extensions: Certificate.Extensions
  ) throws -> Certificate {
    try Certificate(
      version: .v3, serialNumber: .init(), publicKey: subjectKey,
      notValidBefore: valid.lowerBound, notValidAfter: valid.upperBound,
      issuer: certificate.subject, subject: try Self.distinguishedName(name),
      signatureAlgorithm: algorithm, extensions: extensions, issuerPrivateKey: key)
  }

  private var authorityKeyIdentifier: AuthorityKeyIdentifier {
    AuthorityKeyIdentifier(
      keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
  }

  private static let issuingCertificate = AuthorityInformationAccess.AccessDescription(
    method: .issuingCA,
    location: .uniformResourceIdentifier("http://certs.appstore.invalid/developer-relations.der"))

  private func ocsp(_ issuer: String) -> AuthorityInformationAccess.AccessDescription {
    AuthorityInformationAccess.AccessDescription(
      method: .ocspServer,
      location: .uniformResourceIdentifier("\(responder)/\(issuer)"))
  }

  private static func distinguishedName(_ name: String) throws -> DistinguishedName {
    try DistinguishedName {
      CommonName(name)
      OrganizationalUnitName("Certification Authority")
      OrganizationName("Simulated App Store")
      CountryName("US")
    }
  }

  private static func null(_ oid: ASN1ObjectIdentifier) -> Certificate.Extension {
    Certificate.Extension(oid: oid, critical: false, value: [0x05, 0x00])
  }
}
