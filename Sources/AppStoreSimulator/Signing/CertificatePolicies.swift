import SwiftASN1
import X509

/// The policies extension of a leaf, which disclaims the value of its signatures, in the form that
/// Apple's leaves use.
struct CertificatePolicies: CertificateExtensionConvertible {
  private let policy: ASN1ObjectIdentifier
  private let notice: String
  private let statement: String

  static let receiptSigning = CertificatePolicies(
    policy: [1, 2, 840, 113_635, 100, 5, 6, 1],
    notice: """
      Made by a simulated App Store for trying things out. A signature under this certificate \
      proves no purchase, and nobody but a ledger under test should trust its root.
      """,
    statement: "http://www.appstore.invalid/certificate-policy/")

  func makeCertificateExtension() throws -> Certificate.Extension {
    var serializer = DER.Serializer()
    try serializer.appendConstructedNode(identifier: .sequence) { policies in
      try policies.appendConstructedNode(identifier: .sequence) { information in
        try information.serialize(policy)
        try information.appendConstructedNode(identifier: .sequence, qualifiers)
      }
    }
    return Certificate.Extension(
      oid: [2, 5, 29, 32], critical: false, value: serializer.serializedBytes[...])
  }

  private func qualifiers(_ qualifiers: inout DER.Serializer) throws {
    try qualifiers.appendConstructedNode(identifier: .sequence) { userNotice in
      try userNotice.serialize([1, 3, 6, 1, 5, 5, 7, 2, 2] as ASN1ObjectIdentifier)
      try userNotice.appendConstructedNode(identifier: .sequence) { explicitText in
        try explicitText.serialize(ASN1UTF8String(notice))
      }
    }
    try qualifiers.appendConstructedNode(identifier: .sequence) { practiceStatement in
      try practiceStatement.serialize([1, 3, 6, 1, 5, 5, 7, 2, 1] as ASN1ObjectIdentifier)
      try practiceStatement.serialize(ASN1IA5String(statement))
    }
  }
}
