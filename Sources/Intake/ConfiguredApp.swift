package import Ledger

/// An app whose ledger this installation keeps.
package struct ConfiguredApp: Sendable, Hashable {
  package let bundleID: BundleID
  /// The app's identifier in the App Store, compared in Production, where Apple sends it.
  package let appAppleID: Int64?
  package let environments: Set<StoreEnvironment>

  /// The policy for a claim on a chain that belongs to another account.
  package let link: LinkPolicy
  package let finish: FinishPolicy
  /// The answer to Apple's consumption requests; nil if the requests are left unanswered.
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
