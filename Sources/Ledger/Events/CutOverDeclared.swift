/// The declaration of the cut-over date from which this ledger grants the coins of an app's
/// purchases in one environment. Earlier purchases were granted externally. The last declaration is
/// valid. Grants that were already made stay.
package struct CutOverDeclared: SharedContent, Codable {
  package let bundleID: BundleID
  package let environment: StoreEnvironment
  /// The first moment whose purchases are granted here.
  package let before: Instant
  /// The number of the rules that decided: see ``RulesChanged``.
  package let rules: Int?
  package let decidedAt: Instant

  package init(
    bundleID: BundleID, environment: StoreEnvironment, before: Instant,
    rules: Int? = RulesChanged.present, decidedAt: Instant
  ) {
    self.bundleID = bundleID
    self.environment = environment
    self.before = before
    self.rules = rules
    self.decidedAt = decidedAt
  }

  package static var type: EventType { .cutOverDeclared }
  package var assertedAt: Instant { decidedAt }

  package var digest: Digest {
    var form = CanonicalForm(18)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, decidedAt)
    form.add(54, before)
    form.add(64, rules.map(Int64.init))
    return form.digest
  }
}
