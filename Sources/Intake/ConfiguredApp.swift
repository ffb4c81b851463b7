package import Ledger

/// An app this installation keeps the ledger of.
package struct ConfiguredApp: Sendable, Hashable {
  package let bundleID: BundleID
  /// The app's number in the App Store; compared in Production, where Apple sends it.
  package let appAppleID: Int64?
  package let environments: Set<StoreEnvironment>

  /// What becomes of a claim on a chain that is another account's.
  package let link: LinkPolicy

  package init(
    bundleID: BundleID, appAppleID: Int64?, environments: Set<StoreEnvironment>,
    link: LinkPolicy = .firstWins
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environments = environments
    self.link = link
  }
}
