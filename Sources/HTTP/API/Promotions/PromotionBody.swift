import Foundation
import Intake
import Ledger
import Projections

/// The JSON form of a promotional entitlement with the decisions on it.
struct PromotionBody: Encodable, Sendable {
  struct Withdrawal: Encodable, Sendable {
    let at: String
    let author: String
    let reason: String
  }

  /// The `transactionId` of the entitlement.
  let id: String
  let account: String
  let environment: StoreEnvironment
  let productId: Nullable<String>
  let name: Nullable<String>
  let until: String
  let state: String
  let grantedAt: String
  let author: String
  let reason: String
  let withdrawal: Nullable<Withdrawal>
  let environments: [EnvironmentPurchases]
  let position: String

  /// - Parameter brought: the purchases that waited under the account's name until now.
  init(
    _ item: PromotionBook.Item, of account: AccountKey, bringing brought: [TokenChains],
    position: String
  ) {
    let granted = item.granted
    id = granted.id.uuidString.lowercased()
    self.account = account.account.rawValue
    environment = account.environment
    productId = Nullable(granted.thing.productID?.rawValue)
    name = Nullable(granted.thing.name)
    until = granted.until.description
    state = item.withdrawn == nil ? "granted" : "withdrawn"
    grantedAt = granted.grantedAt.description
    author = granted.author.name
    reason = granted.reason
    withdrawal = Nullable(
      item.withdrawn.map {
        Withdrawal(at: $0.withdrawnAt.description, author: $0.author.name, reason: $0.reason)
      })
    environments = [EnvironmentPurchases](broughtAlong: brought)
    self.position = position
  }
}
