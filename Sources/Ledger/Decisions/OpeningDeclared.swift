/// We said from when on this ledger grants the coins of an app's purchases in one environment: what was
/// bought before was delivered elsewhere. The one declared last stands; a grant already made stays too.
package struct OpeningDeclared: Hashable, Sendable, Codable {
  package let bundleID: BundleID
  package let environment: StoreEnvironment
  /// The first moment whose purchases are granted here.
  package let before: Instant
  package let decidedAt: Instant

  package init(
    bundleID: BundleID, environment: StoreEnvironment, before: Instant, decidedAt: Instant
  ) {
    self.bundleID = bundleID
    self.environment = environment
    self.before = before
    self.decidedAt = decidedAt
  }

  package var digest: Digest {
    var form = CanonicalForm(18)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, decidedAt)
    form.add(54, before)
    return form.digest
  }
}
