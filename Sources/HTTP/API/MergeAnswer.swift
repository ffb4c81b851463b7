package import Intake
package import Ledger

/// The JSON of a merge of two accounts, or of its undo.
package struct MergeAnswer: Encodable {
  package enum State: String, Encodable { case merged, undone }

  /// The balances that moved in one environment, negative for debt.
  package struct Environment: Encodable {
    package struct Balance: Encodable {
      package let coin: String
      package let amount: Int64
    }

    package let environment: String
    package let balances: [Balance]
    /// The purchases that waited under either name until the merge made it known.
    private let brought: [String]

    fileprivate init(_ merged: MergedEnvironment) {
      environment = merged.environment.rawValue
      balances = merged.merge.balances.map {
        Balance(coin: $0.coin.rawValue, amount: $0.amount)
      }
      brought = merged.brought.map(\.rawValue)
    }
  }

  private let account: String
  private let from: String
  private let state: State
  package let environments: [Environment]
  private let position: String

  package init(
    _ state: State, of from: AccountID, into account: AccountID, _ merged: [MergedEnvironment],
    position: String
  ) {
    self.account = account.rawValue
    self.from = from.rawValue
    self.state = state
    environments = merged.map(Environment.init)
    self.position = position
  }
}
