package import Foundation

/// An account as events know it: by half a digest of its name in one app and environment.
///
/// The name itself is kept sealed, apart from the events, so that a person can be forgotten while
/// every event stands.
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
  /// In the order of the keys' text.
  package static func < (left: AccountReference, right: AccountReference) -> Bool {
    left.key.uuidString < right.key.uuidString
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

/// What an account is called.
package struct AccountName: Hashable, Sendable {
  package let reference: AccountReference
  package let account: AccountID

  package init(_ environment: StoreEnvironment, _ bundleID: BundleID, _ account: AccountID) {
    reference = AccountReference(environment, bundleID, account)
    self.account = account
  }
}
