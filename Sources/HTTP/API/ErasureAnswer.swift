import Ledger
package import Outbox

/// The JSON of an erasure, or of one that is only tried.
package struct ErasureAnswer: Encodable {
  package struct Environment: Encodable {
    private let environment: StoreEnvironment
    /// Nil if nothing was erased.
    private let erasedAt: String?
    /// The accounts that would be erased; nil once they are, and have no names.
    private let accounts: [String]?
    /// The purchases that lose their evidence.
    private let purchases: [String]
    private let jobs: Int
    private let receipts: Int

    package init(_ erased: ErasureService.Erased) {
      environment = erased.event.environment
      erasedAt = erased.event.erasedAt.description
      accounts = nil
      purchases = erased.event.chains.map(\.rawValue)
      jobs = erased.forgotten.jobs
      receipts = erased.forgotten.receipts
    }

    package init(_ preview: ErasureService.Preview) {
      environment = preview.environment
      erasedAt = nil
      accounts = preview.accounts.map(\.rawValue)
      purchases = preview.chains.map(\.rawValue)
      jobs = preview.forgotten.jobs
      receipts = preview.forgotten.receipts
    }
  }

  private let account: String
  private let state: String
  private let environments: [Environment]

  package init(account: String, environments: [Environment]) {
    self.account = account
    state = "erased"
    self.environments = environments
  }

  /// Creates the answer to an erasure that is only tried.
  package init(account: String, trying environments: [Environment]) {
    self.account = account
    state = "notErased"
    self.environments = environments
  }
}
