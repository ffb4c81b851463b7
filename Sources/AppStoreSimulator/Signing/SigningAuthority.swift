import Crypto
import Foundation
import SwiftASN1
import X509

/// The authority with which a simulated App Store signs over many years: one root, one
/// intermediate, and a sequence of leaves.
///
/// A leaf is valid for twenty-five months. The next leaf begins in the last of these months and
/// signs from then on. All leaves are created ahead, and the keys of root and intermediate are
/// discarded.
package struct SigningAuthority: Sendable {
  /// The default time in which an authority can sign: 2013-09-01 to 2043-09-01, in milliseconds
  /// since 1970.
  package static let years: Range<Int64> = 1_377_993_600_000..<2_324_678_400_000

  let root: Certificate
  let intermediate: Certificate
  /// The leaves, ascending by the start of their validity.
  let leaves: [SigningLeaf]
  /// The validity and signer of each leaf.
  private let terms: [Term]

  private struct Term: Sendable {
    /// The validity in milliseconds since 1970.
    let valid: Range<Int64>
    let signer: PayloadSigner
  }

  /// Creates a new authority. `years` must not be empty; the first leaf begins with it.
  package init(signingIn years: Range<Int64> = Self.years) throws {
    let validities = Self.validities(in: years)
    guard let first = validities.first, let last = validities.last else {
      preconditionFailure("an authority signs in at least one leaf's time")
    }
    let hierarchy = try CertificateHierarchy(valid: first.lowerBound...last.upperBound)
    try self.init(
      root: hierarchy.root.certificate, intermediate: hierarchy.intermediate.certificate,
      leaves: validities.map(hierarchy.makeLeaf))
  }

  /// Creates an authority from certificates. `leaves` must be ascending and not empty.
  init(root: Certificate, intermediate: Certificate, leaves: [SigningLeaf]) throws {
    self.root = root
    self.intermediate = intermediate
    self.leaves = leaves
    terms = try leaves.map { leaf in
      let begin = Self.milliseconds(leaf.certificate.notValidBefore)
      let end = Self.milliseconds(leaf.certificate.notValidAfter)
      return Term(valid: begin..<end, signer: try leaf.signer(under: intermediate, and: root))
    }
  }

  /// Returns the signer at a moment in milliseconds since 1970: the newest whose validity has
  /// begun.
  ///
  /// The moment must lie within ``signsIn``.
  package func signer(at milliseconds: Int64) -> PayloadSigner {
    guard let term = terms.last(where: { $0.valid.lowerBound <= milliseconds }),
      term.valid.contains(milliseconds)
    else { preconditionFailure("an authority signs only in the time of its leaves") }
    return term.signer
  }

  /// The time in which the authority can sign, in milliseconds since 1970: from the start of the
  /// first leaf to the end of the last.
  package var signsIn: Range<Int64> {
    guard let first = terms.first, let last = terms.last else {
      preconditionFailure("an authority has at least one leaf")
    }
    return first.valid.lowerBound..<last.valid.upperBound
  }

  /// The root certificate to trust, in PEM.
  package var rootCertificatePEM: String {
    get throws { try root.serializeAsPEM().pemString }
  }

  private static func validities(in years: Range<Int64>) -> [ClosedRange<Date>] {
    var validities: [ClosedRange<Date>] = []
    var begin = years.lowerBound
    while begin < years.upperBound {
      let end = CalendarPeriod(25, .month).end(after: begin)
      validities.append(date(begin)...date(end))
      begin = CalendarPeriod(24, .month).end(after: years.lowerBound, times: validities.count)
    }
    return validities
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds / 1_000))
  }

  private static func milliseconds(_ date: Date) -> Int64 {
    Int64(date.timeIntervalSince1970) * 1_000
  }
}

extension SigningAuthority {
  /// The PEM blocks of the root, the intermediate, and each leaf's certificate and private key.
  var pem: String {
    get throws {
      var blocks = [try root.serializeAsPEM(), try intermediate.serializeAsPEM()].map(\.pemString)
      for leaf in leaves {
        blocks.append(try leaf.certificate.serializeAsPEM().pemString)
        blocks.append(leaf.key.pemRepresentation)
      }
      return blocks.map { "\($0)\n" }.joined()
    }
  }

  /// Reads the text that `pem` writes; fails for any other text.
  init?(pem: String) {
    do {
      let documents = try PEMDocument.parseMultiple(pemString: pem)
      guard documents.count >= 4, documents.count.isMultiple(of: 2) else { return nil }
      let leaves = try stride(from: 2, to: documents.count, by: 2).map {
        SigningLeaf(
          key: try P256.Signing.PrivateKey(derRepresentation: documents[$0 + 1].derBytes),
          certificate: try Certificate(pemDocument: documents[$0]))
      }
      try self.init(
        root: Certificate(pemDocument: documents[0]),
        intermediate: Certificate(pemDocument: documents[1]), leaves: leaves)
    } catch {
      return nil
    }
  }
}
