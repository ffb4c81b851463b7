/// The developer's membership in one of Apple's programs, from its first moment to before its end.
package struct Program: Hashable, Sendable, Codable {
  /// The ledger's own name of the program, such as `small-business`.
  package let name: String
  /// The only app of the membership; nil for all apps of the developer.
  package let bundleID: BundleID?
  package let from: Instant
  /// The end of the membership; nil while no end is known.
  package let until: Instant?

  package init(_ name: String, in app: BundleID? = nil, from: Instant, until: Instant? = nil) {
    self.name = name
    bundleID = app
    self.from = from
    self.until = until
  }

  package init(_ entered: ProgramEntered) {
    self.init(entered.program, in: entered.bundleID, from: entered.from, until: entered.until)
  }

  /// The App Store Small Business Program.
  package static let smallBusiness = "small-business"

  package func covers(_ moment: Instant, in app: BundleID?) -> Bool {
    from <= moment && until.map { moment < $0 } ?? true && (bundleID == nil || bundleID == app)
  }

  /// Returns true if both describe the same membership; then the one entered last is valid.
  package func isSame(as other: Program) -> Bool {
    (name, bundleID, from) == (other.name, other.bundleID, other.from)
  }
}
