import Foundation
import SwiftASN1
import X509

/// Where a simulated App Store signs through the years: one root, one intermediate, and leaves that
/// succeed one another.
///
/// A leaf is valid for twenty-five months; the next begins in the last of them and signs from then
/// on. All are made ahead, and the keys of root and intermediate forgotten.
package struct SigningHouse: Sendable {
  /// 2013-09-01 to 2043-09-01, milliseconds since 1970: the time in which a house can sign unless
  /// another is asked for.
  package static let years: Range<Int64> = 1_377_993_600_000..<2_324_678_400_000

  let root: Certificate
  let intermediate: Certificate
  /// Ascending by their beginning.
  let leaves: [SigningLeaf]
  /// One for each leaf.
  private let terms: [Term]

  private struct Term: Sendable {
    /// Milliseconds since 1970.
    let valid: Range<Int64>
    let signer: PayloadSigner
  }

  /// Makes everything anew. `years` must not be empty; the first leaf begins with it.
  package init(signingIn years: Range<Int64> = Self.years) throws {
    let validities = Self.validities(in: years)
    guard let first = validities.first, let last = validities.last else {
      preconditionFailure("a house that never signs needs no leaves")
    }
    let hierarchy = try CertificateHierarchy(valid: first.lowerBound...last.upperBound)
    try self.init(
      root: hierarchy.root.certificate, intermediate: hierarchy.intermediate.certificate,
      leaves: validities.map(hierarchy.makeLeaf))
  }

  /// `leaves` are ascending, and there is at least one.
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

  /// The signer of this moment, milliseconds since 1970: the newest that has begun.
  ///
  /// The moment must be one in which the house signs.
  package func signer(at milliseconds: Int64) -> PayloadSigner {
    guard let term = terms.last(where: { $0.valid.lowerBound <= milliseconds }),
      term.valid.contains(milliseconds)
    else { preconditionFailure("a house signs only in the time of its leaves") }
    return term.signer
  }

  /// When it can sign, milliseconds since 1970: from the first leaf's beginning to the last one's end.
  package var signsIn: Range<Int64> {
    guard let first = terms.first, let last = terms.last else {
      preconditionFailure("a house has at least one leaf")
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
