package import Ledger

/// An app this installation keeps the ledger of.
package struct ConfiguredApp: Sendable, Hashable {
  package let bundleID: BundleID
  /// The app's number in the App Store; compared in Production, where Apple sends it.
  package let appAppleID: Int64?
  package let environments: Set<StoreEnvironment>

  /// What becomes of a claim on a chain that is another account's.
  package let link: LinkPolicy
  package let finish: FinishPolicy
  /// Nil where Apple's questions about a purchase's use are left unanswered.
  package let consumption: ConsumptionPolicy?

  package init(
    bundleID: BundleID, appAppleID: Int64?, environments: Set<StoreEnvironment>,
    link: LinkPolicy = .firstWins, finish: FinishPolicy = .off,
    consumption: ConsumptionPolicy? = nil
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environments = environments
    self.link = link
    self.finish = finish
    self.consumption = consumption
  }
}
