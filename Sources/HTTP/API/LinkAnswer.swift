package import Intake
package import Ledger

/// The JSON of a link of a purchase to an account, or of its undo.
package struct LinkAnswer: Encodable {
  private enum State: String, Encodable { case linked, undone }

  /// Nil after an undo, and left out: the purchase is its previous owner's.
  private let account: String?
  /// The id of the purchase itself, whichever of its transactions the request named.
  private let originalTransactionId: String
  private let state: State
  private let environments: [EnvironmentPurchases]
  private let position: String

  /// - Parameter brought: the purchases that waited under the account's name until now.
  package init(
    linked id: OriginalTransactionID, to account: AccountID, bringing brought: [TokenChains],
    position: String
  ) {
    self.account = account.rawValue
    originalTransactionId = id.rawValue
    state = .linked
    environments = [EnvironmentPurchases](broughtAlong: brought)
    self.position = position
  }

  package init(undone id: OriginalTransactionID, position: String) {
    account = nil
    originalTransactionId = id.rawValue
    state = .undone
    environments = []
    self.position = position
  }
}
