/// The close of a period of the books: what was closed, by whom, up to which cut, and the digests of
/// everything that is kept of it. A later close of the same period, after one that was interrupted, replaces
/// the earlier one.
package struct PeriodClosed: SharedContent, Codable {
  /// The digest of one report in one format.
  package struct KeptReport: Hashable, Sendable, Codable {
    package let report: String
    package let format: String
    /// SHA-256 of its bytes.
    package let digest: Digest

    package init(report: String, format: String, digest: Digest) {
      self.report = report
      self.format = format
      self.digest = digest
    }
  }

  package let environment: StoreEnvironment
  package let bundleID: BundleID
  /// The month, as 2026-10.
  package let name: String
  /// The calendar of the month: `utc`, `pacific` or `fiscal`.
  package let calendar: String
  package let endsAt: Instant
  /// The moment of the cut.
  package let closedAt: Instant
  /// The last positions that count.
  package let cut: Position
  package let author: String
  /// The reason for closing it although something was incomplete; nil if nothing was.
  package let forcedBecause: String?
  /// The second person of a forced close; nil where none was needed.
  package let secondPerson: ActAuthor?
  /// The number of the rules at its close.
  package let rules: Int
  /// The number of events of the cut that could not be read.
  package let leftOut: Int64
  /// The digest of the sums that later adjustments are counted from.
  package let sums: Digest
  package let reports: [KeptReport]

  package init(
    environment: StoreEnvironment, bundleID: BundleID, name: String, calendar: String,
    endsAt: Instant, closedAt: Instant, cut: Position, author: String, forcedBecause: String?,
    secondPerson: ActAuthor? = nil, rules: Int, leftOut: Int64, sums: Digest, reports: [KeptReport]
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.name = name
    self.calendar = calendar
    self.endsAt = endsAt
    self.closedAt = closedAt
    self.cut = cut
    self.author = author
    self.forcedBecause = forcedBecause
    self.secondPerson = secondPerson
    self.rules = rules
    self.leftOut = leftOut
    self.sums = sums
    self.reports = reports
  }

  package static var type: EventType { .periodClosed }
  package var assertedAt: Instant { closedAt }

  package var digest: Digest {
    var form = CanonicalForm(29)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, closedAt)
    form.add(46, forcedBecause)
    form.add(70, author)
    form.add(110, name)
    form.add(111, calendar)
    form.add(112, endsAt)
    form.add(113, cut.description)
    form.add(114, Int64(rules))
    form.add(115, leftOut)
    form.add(116, sums.hexadecimal)
    form.add(135, secondPerson?.name)
    form.add(136, secondPerson?.key)
    for report in reports {
      form.add(117, report.report)
      form.add(118, report.format)
      form.add(119, report.digest.hexadecimal)
    }
    return form.digest
  }
}
