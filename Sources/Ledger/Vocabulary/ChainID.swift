/// The identifier of a purchase chain: all transactions that share an `originalTransactionId` in
/// one environment.
package struct ChainID: Hashable, Sendable, Codable, Comparable {
  package let environment: StoreEnvironment
  package let originalTransactionID: OriginalTransactionID

  package init(_ environment: StoreEnvironment, _ originalTransactionID: OriginalTransactionID) {
    self.environment = environment
    self.originalTransactionID = originalTransactionID
  }

  package static func < (left: ChainID, right: ChainID) -> Bool {
    (left.environment.rawValue, left.originalTransactionID)
      < (right.environment.rawValue, right.originalTransactionID)
  }
}
