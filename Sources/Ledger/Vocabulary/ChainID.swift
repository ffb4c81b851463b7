/// The identifier of a purchase chain: all transactions that share an `originalTransactionId` in one
/// app and one environment. The same number in another app is another chain.
package struct ChainID: Hashable, Sendable, Codable, Comparable {
  package let bundleID: BundleID
  package let environment: StoreEnvironment
  package let originalTransactionID: OriginalTransactionID

  package init(
    _ bundleID: BundleID, _ environment: StoreEnvironment,
    _ originalTransactionID: OriginalTransactionID
  ) {
    self.bundleID = bundleID
    self.environment = environment
    self.originalTransactionID = originalTransactionID
  }

  package static func < (left: ChainID, right: ChainID) -> Bool {
    (left.environment.rawValue, left.bundleID, left.originalTransactionID)
      < (right.environment.rawValue, right.bundleID, right.originalTransactionID)
  }
}

extension ChainID {
  /// Returns another chain of the same app and environment.
  package func sibling(_ originalTransactionID: OriginalTransactionID) -> ChainID {
    ChainID(bundleID, environment, originalTransactionID)
  }

  /// Returns the reference to an account of the chain's app and environment.
  package func reference(to account: AccountID) -> AccountReference {
    AccountReference(environment, bundleID, account)
  }
}
