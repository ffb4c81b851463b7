/// The entry of the developer's membership in one of Apple's programs, such as the Small Business
/// Program from its effective date on.
///
/// A later entry of the same program, app and start replaces the earlier one, so that an end can be
/// entered once it is known.
package struct ProgramEntered: SharedContent, Codable {
  /// The ledger's own name of the program, such as `small-business`.
  package let program: String
  /// The only app of the membership; nil for all apps of the developer.
  package let bundleID: BundleID?
  package let from: Instant
  /// The exclusive end of the membership; nil while no end is known.
  package let until: Instant?
  package let enteredAt: Instant

  package init(
    program: String, bundleID: BundleID? = nil, from: Instant, until: Instant? = nil,
    enteredAt: Instant
  ) {
    self.program = program
    self.bundleID = bundleID
    self.from = from
    self.until = until
    self.enteredAt = enteredAt
  }

  package static var type: EventType { .programEntered }
  package var assertedAt: Instant { enteredAt }

  package var digest: Digest {
    var form = CanonicalForm(8)
    form.add(3, bundleID)
    form.add(6, enteredAt)
    form.add(12, program)
    form.add(13, from)
    form.add(14, until)
    return form.digest
  }
}
