/// We said that the developer takes part in one of Apple's programmes for a time, as the Small Business
/// Program from its effective date on.
///
/// The same programme from the same day on, entered again, is another word on the same membership: the one
/// entered last stands, so that an end can be told once it is known.
package struct ProgrammeEntered: Hashable, Sendable, Codable {
  /// The programme's name, in our words: `small-business`.
  package let programme: String
  /// The app it is confined to; nil for all of the developer's.
  package let bundleID: BundleID?
  package let from: Instant
  /// Nil while no end is known. Exclusive.
  package let until: Instant?
  package let enteredAt: Instant

  package init(
    programme: String, bundleID: BundleID? = nil, from: Instant, until: Instant? = nil,
    enteredAt: Instant
  ) {
    self.programme = programme
    self.bundleID = bundleID
    self.from = from
    self.until = until
    self.enteredAt = enteredAt
  }

  package var digest: Digest {
    var form = CanonicalForm(8)
    form.add(3, bundleID)
    form.add(6, enteredAt)
    form.add(12, programme)
    form.add(13, from)
    form.add(14, until)
    return form.digest
  }
}
