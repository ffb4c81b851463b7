package import Foundation

/// A pseudonymous reference to an account, as events carry it: half a digest of the account's name
/// in one app and environment.
///
/// The name itself is stored encrypted and apart from the events, so that a person can be erased
/// while every event stays.
package struct AccountReference: Hashable, Sendable {
  package let key: UUID

  package init(key: UUID) {
    self.key = key
  }

  package init(_ environment: StoreEnvironment, _ bundleID: BundleID, _ account: AccountID) {
    let words = ["account", environment.rawValue, bundleID.rawValue, account.rawValue]
    key = Digest(of: Array(words.joined(separator: "\u{0}").utf8)).half
  }
}

extension AccountReference: Comparable {
  /// Orders references by the bytes of their keys, and so as the texts of the keys.
  package static func < (left: AccountReference, right: AccountReference) -> Bool {
    left.key < right.key
  }
}

extension AccountReference: Codable {
  package init(from decoder: any Decoder) throws {
    key = try decoder.singleValueContainer().decode(UUID.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(key)
  }
}

/// The name of an account together with its reference.
package struct AccountName: Hashable, Sendable {
  package let reference: AccountReference
  package let account: AccountID

  package init(_ environment: StoreEnvironment, _ bundleID: BundleID, _ account: AccountID) {
    reference = AccountReference(environment, bundleID, account)
    self.account = account
  }
}
