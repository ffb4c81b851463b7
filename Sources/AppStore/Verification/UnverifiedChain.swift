import Crypto
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// The leaf, intermediate and root certificates that a header names.
struct UnverifiedChain {
  private let leaf: Certificate
  private let intermediate: Certificate
  private let root: RootCertificate
  private let environments: VouchedEnvironments

  /// Throws unless the root is, byte for byte, one of `roots`. A root that is named twice vouches
  /// for the environments of both.
  init(_ header: JWSHeader, roots: [RootCertificate]) throws(VerificationError) {
    do {
      leaf = try Certificate(derEncoded: header.certificates[0])
      intermediate = try Certificate(derEncoded: header.certificates[1])
    } catch {
      throw .invalidCertificateChain
    }
    let named = roots.filter { $0.app == nil && $0.der == header.certificates[2] }
    guard let root = named.first else { throw .untrustedRoot }
    self.root = root
    environments = named.map(\.environments).reduce(root.environments) { $0.union($1) }
  }

  /// Validates the path by RFC 5280 at the signing time, and Apple's requirements on the chain.
  func verified(at time: SigningTime) async throws(VerificationError) -> VerifiedChain {
    guard let validity, validity.contains(time.seconds) else { throw rejection(at: time) }
    let moment = Date(timeIntervalSince1970: Double(time.seconds))
    var verifier = Verifier(rootCertificates: CertificateStore([root.certificate])) {
      RFC5280Policy(fixedExpiryValidationTime: moment)
      ChainLength(exactly: 3)
      CertificateRoles()
      AppleMarker.developerRelations
      AppleMarker.receiptSigning
    }
    let result = await verifier.validate(
      leaf: leaf, intermediates: CertificateStore([intermediate]))
    guard case .validCertificate = result else { throw rejection(at: time) }
    guard let key = P256.Signing.PublicKey(leaf.publicKey) else { throw .invalidCertificateChain }
    return VerifiedChain(leafKey: key, validity: validity, environments: environments)
  }

  /// The certificates, for questions about a chain that was verified.
  var path: CertificatePath {
    CertificatePath(leaf: leaf, intermediate: intermediate, root: root.certificate)
  }

  /// The period in which all three certificates are valid, in whole seconds since 1970.
  private var validity: ClosedRange<Int64>? {
    let chain = [leaf, intermediate, root.certificate]
    let from = chain.map(\.notValidBefore.timeIntervalSince1970).max() ?? 0
    let to = chain.map(\.notValidAfter.timeIntervalSince1970).min() ?? 0
    return from <= to ? Int64(from)...Int64(to) : nil
  }

  /// Translates the verifier's rejection into a `VerificationError`.
  private func rejection(at time: SigningTime) -> VerificationError {
    for (marker, certificate) in [
      (AppleMarker.developerRelations, intermediate), (.receiptSigning, leaf),
    ] where !marker.marks(certificate) {
      return .missingAppleMarker(certificate: marker.certificateName)
    }
    return validity?.contains(time.seconds) == true
      ? .invalidCertificateChain : .certificateNotValidAtSignedDate
  }
}

/// A valid chain. The leaf's key is Apple's while all three certificates are valid.
struct VerifiedChain: Sendable {
  let leafKey: P256.Signing.PublicKey
  /// Whole seconds since 1970.
  let validity: ClosedRange<Int64>
  /// The environments that the root vouches for.
  let environments: VouchedEnvironments

  fileprivate init(
    leafKey: P256.Signing.PublicKey, validity: ClosedRange<Int64>, environments: VouchedEnvironments
  ) {
    self.leafKey = leafKey
    self.validity = validity
    self.environments = environments
  }
}
