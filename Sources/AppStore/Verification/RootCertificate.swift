package import Foundation
import SwiftASN1
package import X509

/// A trusted root certificate and the environments that it vouches for.
package struct RootCertificate: Sendable, Hashable {
  package let der: [UInt8]
  package let certificate: Certificate
  package let environments: VouchedEnvironments
  /// The bundle identifier of the only app whose receipts count under the root; nil for every app. A root
  /// of one app signs no JWS.
  package let app: String?

  /// The last moment at which the certificate is valid.
  package var validTo: Date { certificate.notValidAfter }

  /// A reason for rejecting a file as a root.
  package enum Unreadable: Error, CustomStringConvertible {
    case notACertificate

    package var description: String {
      "a trust root must be a file with one certificate in PEM or DER"
    }
  }

  /// Reads one certificate, PEM or DER.
  package init(
    fileContents: [UInt8], for environments: VouchedEnvironments = .all, of app: String? = nil
  ) throws(Unreadable) {
    self.environments = environments
    self.app = app
    do {
      if fileContents.starts(with: "-----BEGIN".utf8) {
        let document = try PEMDocument(pemString: String(decoding: fileContents, as: UTF8.self))
        der = document.derBytes
      } else {
        der = fileContents
      }
      certificate = try Certificate(derEncoded: der)
    } catch {
      throw .notACertificate
    }
  }

  /// Apple Root CA - G3, valid to 2039-04-30.
  ///
  /// SHA-256 63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179
  package static let appleG3 = embedded(PackageResources.AppleRootCA_G3_der)

  /// Apple Root CA, valid to 2035-02-09. App receipts are signed under this root, JWS never.
  ///
  /// SHA-256 b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024
  package static let appleRSA = embedded(PackageResources.AppleRootCA_der)

  private static func embedded(_ der: [UInt8]) -> RootCertificate {
    guard let root = try? RootCertificate(fileContents: der) else {
      preconditionFailure("the embedded Apple root is a certificate")
    }
    return root
  }
}
