import Crypto
package import Foundation
package import SwiftASN1
package import X509

/// A private certificate authority: a name, a P-384 key and the certificate for both.
///
/// Its certificates carry the same extensions as Apple's. The addresses in the extensions do not
/// exist, unless a test serves the status of the certificates.
package struct CertificateIssuer: Sendable {
  package static let noResponder = "http://ocsp.appstore.invalid"

  package let certificate: Certificate
  private let key: P384.Signing.PrivateKey
  private let responder: String

  /// Creates a self-signed root.
  ///
  /// - Parameter responder: the address before the paths of the issuers, at which the certificates
  ///   below this root say that their status is served by OCSP.
  package init(
    root name: String, valid: ClosedRange<Date>, responder: String = noResponder
  ) throws {
    self.responder = responder
    key = P384.Signing.PrivateKey()
    let publicKey = Certificate.PublicKey(key.publicKey)
    let name = try Self.distinguishedName(name)
    certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: publicKey,
      notValidBefore: valid.lowerBound, notValidAfter: valid.upperBound,
      issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA384,
      extensions: try Certificate.Extensions {
        SubjectKeyIdentifier(hash: publicKey)
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
      },
      issuerPrivateKey: .init(key))
  }

  private init(certificate: Certificate, key: P384.Signing.PrivateKey, responder: String) {
    self.certificate = certificate
    self.key = key
    self.responder = responder
  }

  package var privateKeyPEM: String { key.pemRepresentation }

  /// Returns an intermediate under this issuer, with `marker` as a NULL extension.
  package func issueIntermediate(
    _ name: String, valid: ClosedRange<Date>, marker: ASN1ObjectIdentifier?
  ) throws -> CertificateIssuer {
    let key = P384.Signing.PrivateKey()
    let publicKey = Certificate.PublicKey(key.publicKey)
    let certificate = try issue(
      name, key: publicKey, valid: valid,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        authorityKeyIdentifier
        AuthorityInformationAccess([ocsp("root")])
        SubjectKeyIdentifier(hash: publicKey)
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        if let marker { Self.null(marker) }
      })
    return CertificateIssuer(certificate: certificate, key: key, responder: responder)
  }

  /// Returns a certificate for `key` that signs payloads, with `marker` as a NULL extension.
  package func issueLeaf(
    _ name: String, key: Certificate.PublicKey, valid: ClosedRange<Date>,
    marker: ASN1ObjectIdentifier?
  ) throws -> Certificate {
    try issue(
      name, key: key, valid: valid,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        authorityKeyIdentifier
        AuthorityInformationAccess([Self.issuingCertificate, ocsp("developer-relations")])
        CertificatePolicies.receiptSigning
        SubjectKeyIdentifier(hash: key)
        Critical(KeyUsage(digitalSignature: true))
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
      signatureAlgorithm: .ecdsaWithSHA384, extensions: extensions, issuerPrivateKey: .init(key))
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
