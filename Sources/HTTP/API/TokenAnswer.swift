package import Foundation
package import Ledger

/// The JSON of a registration of a token, or of its withdrawal.
package struct TokenAnswer: Encodable {
  package enum State: String, Encodable { case registered, withdrawn }

  private let account: String
  private let appAccountToken: String
  package let state: State
  package let environments: [EnvironmentPurchases]
  private let position: String

  package init(
    _ state: State, _ token: UUID, to account: AccountID, in environments: [EnvironmentPurchases],
    position: String
  ) {
    self.account = account.rawValue
    appAccountToken = token.uuidString.lowercased()
    self.state = state
    self.environments = environments
    self.position = position
  }
}
