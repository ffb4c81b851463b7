import AppleReports
package import Ledger

/// The reason why a report file of Apple's was not kept: a sentence with the line and the remedy.
package struct AppleFileRejection: Error, CustomStringConvertible {
  package let description: String
}

/// A report file of Apple's as it came, read once.
package struct AppleFile: Sendable {
  /// SHA-256 of the decompressed content.
  let digest: Digest
  let kind: AppleReportKind
  let name: String
  /// The days that the file is about; nil where it names none.
  let days: ClosedRange<CivilDate>?
  let body: [UInt8]

  /// Reads a file. Throws for one that is no report or is damaged.
  package init(_ body: [UInt8], named name: String) throws(AppleFileRejection) {
    let report: AppleReport
    do {
      report = try AppleReport(reading: body)
    } catch {
      throw AppleFileRejection(description: error.description)
    }
    digest = report.digest
    kind = report.kind
    days = try Self.days(of: report, named: name)
    self.name = name
    self.body = body
  }

  /// Returns the days that a file is about. A `SUBSCRIPTION` file has its day in its name alone.
  private static func days(
    of report: AppleReport, named name: String
  ) throws(AppleFileRejection) -> ClosedRange<CivilDate>? {
    guard report.kind == .subscription else { return report.period }
    guard let day = CivilDate(inFileName: name) else {
      throw AppleFileRejection(
        description:
          "a SUBSCRIPTION report has its day in its name alone: give the file the name that "
          + "Apple gave it, such as Subscription_1234_20260131.txt.gz")
    }
    return day...day
  }

  /// Returns the event that tells of the file.
  package func kept(by author: String, at moment: Instant) -> AppleFileKept {
    AppleFileKept(
      kind: kind.rawValue, name: name, firstDay: days?.lowerBound.description,
      lastDay: days?.upperBound.description, content: digest, body: Digest(of: body),
      author: author, keptAt: moment)
  }
}
