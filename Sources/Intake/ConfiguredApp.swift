package import AppStore
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
  /// The largest body of a notification of version 1, in bytes.
  package let versionOneBytesMax: Int
  package let finish: FinishPolicy
  /// The answer to Apple's consumption requests; nil if the requests are left unanswered.
  package let consumption: ConsumptionPolicy?
  /// The acts that need a second person.
  package let secondPerson: SecondPersonPolicy

  package static let versionOneBytesDefault = 1_048_576

  package init(
    bundleID: BundleID, appAppleID: Int64?, environments: Set<StoreEnvironment>,
    link: LinkPolicy = .standard, tokens: TokenPolicy = .account, guestsMax: Int = 20,
    versionOneBytesMax: Int = Self.versionOneBytesDefault,
    finish: FinishPolicy = .off,
    consumption: ConsumptionPolicy? = nil, secondPerson: SecondPersonPolicy = .off
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environments = environments
    self.link = link
    self.tokens = tokens
    self.guestsMax = guestsMax
    self.versionOneBytesMax = versionOneBytesMax
    self.finish = finish
    self.consumption = consumption
    self.secondPerson = secondPerson
  }
}

/// The condition under which a transaction is reported to Apple as finished.
package enum FinishPolicy: String, Sendable, Hashable, CaseIterable {
  /// Never: the game finishes its transactions itself.
  case off
  /// Once the game has acknowledged the transaction's grants, or if the transaction grants nothing.
  case acknowledged
  /// Once the transaction is recorded.
  case recorded
}

/// The developer's part of the answer about a purchase whose refund was requested. The ledger adds
/// the purchase's use. An app without a policy answers nothing.
package struct ConsumptionPolicy: Sendable, Hashable {
  /// True if the game lets people try before they buy.
  package let sampleContentProvided: Bool
  /// The decision that the developer prefers; nil for no preference.
  package let refundPreference: ConsumptionRequestBody.RefundPreference?

  package init(
    sampleContentProvided: Bool,
    refundPreference: ConsumptionRequestBody.RefundPreference? = nil
  ) {
    self.sampleContentProvided = sampleContentProvided
    self.refundPreference = refundPreference
  }
}
