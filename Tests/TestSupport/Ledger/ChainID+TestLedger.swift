package import Ledger

extension ChainID {
  /// Creates the identifier of a chain of the app that most tests are about.
  package init(_ environment: StoreEnvironment, _ originalTransactionID: OriginalTransactionID) {
    self.init(TestLedger.bundleID, environment, originalTransactionID)
  }
}

extension GrantID {
  /// Creates the identifier of a grant of the app that most tests are about.
  package init(_ environment: StoreEnvironment, _ transactionID: TransactionID, _ coin: Coin) {
    self.init(
      ChainID(environment, OriginalTransactionID(transactionID.rawValue)), transactionID, coin)
  }
}
