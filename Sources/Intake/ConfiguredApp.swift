package import Ledger

/// An app whose ledger this installation keeps.
package struct ConfiguredApp: Sendable, Hashable {
  package let bundleID: BundleID
  /// The app's identifier in the App Store, compared in Production, where Apple sends it.
  package let appAppleID: Int64?
  package let environments: Set<StoreEnvironment>

  /// The policy for a restore of a chain that belongs to another account.
  package let link: LinkPolicy
  /// The policy for a token that names no known account.
  package let tokens: TokenPolicy
  /// The largest number of accounts that may be merged into one account.
  package let guestsMax: Int
  package let finish: FinishPolicy
  /// The answer to Apple's consumption requests; nil if the requests are left unanswered.
  package let consumption: ConsumptionPolicy?

  package init(
    bundleID: BundleID, appAppleID: Int64?, environments: Set<StoreEnvironment>,
    link: LinkPolicy = .standard, tokens: TokenPolicy = .account, guestsMax: Int = 1,
    finish: FinishPolicy = .off,
    consumption: ConsumptionPolicy? = nil
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environments = environments
    self.link = link
    self.tokens = tokens
    self.guestsMax = guestsMax
    self.finish = finish
    self.consumption = consumption
  }
}
