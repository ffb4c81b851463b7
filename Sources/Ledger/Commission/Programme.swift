/// The developer's membership in one of Apple's programmes, from its first moment to before its
/// last.
package struct Programme: Hashable, Sendable, Codable {
  /// In our words.
  package let name: String
  /// The app it is confined to; nil for all of the developer's.
  package let bundleID: BundleID?
  package let from: Instant
  /// Nil while it has no known end.
  package let until: Instant?

  package init(_ name: String, in app: BundleID? = nil, from: Instant, until: Instant? = nil) {
    self.name = name
    bundleID = app
    self.from = from
    self.until = until
  }

  package init(_ entered: ProgrammeEntered) {
    self.init(entered.programme, in: entered.bundleID, from: entered.from, until: entered.until)
  }

  /// The App Store Small Business Program.
  package static let smallBusiness = "small-business"

  package func covers(_ moment: Instant, in app: BundleID?) -> Bool {
    from <= moment && until.map { moment < $0 } ?? true && (bundleID == nil || bundleID == app)
  }

  /// Whether both tell of one membership: then the one entered last stands.
  package func isSame(as other: Programme) -> Bool {
    (name, bundleID, from) == (other.name, other.bundleID, other.from)
  }
}
