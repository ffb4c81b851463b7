/// The present state of a customer, as JSON.
struct CustomerBody: Encodable, Sendable {
  struct Card: Encodable, Sendable { let works: Bool }

  /// A purchase that waits for a guardian's decision.
  struct Approval: Encodable, Sendable {
    let approval: String
    let productId: String
  }

  let name: String
  /// The account of the player who uses the device.
  let account: String
  let appTransactionId: String
  let appAccountToken: String?
  /// The ISO 3166-1 alpha-3 code of the country.
  let storefront: String
  let downloadedAt: CustomerTruth.Moment
  let card: Card
  let asksToBuy: Bool
  /// The names of the family members with whom the customer shares purchases.
  let family: [String]
  let subscriptions: [ControlSubscriptionBody]
  /// The ids of the customer's transactions, in order of purchase.
  let transactions: [String]
  let waiting: [Approval]

  init(_ index: Int, in world: World) {
    let customer = world.customers[index]
    name = customer.name
    account = customer.account
    appTransactionId = customer.appTransactionID
    appAccountToken = customer.appAccountToken
    storefront = customer.storefront.country
    downloadedAt = CustomerTruth.Moment(customer.downloadedAt)
    card = Card(works: customer.cardWorks)
    asksToBuy = customer.asksToBuy
    family = customer.family.map { world.customers[$0].name }
    subscriptions = customer.subscriptions.map { ControlSubscriptionBody($0, in: world) }
    transactions = customer.transactions.map { world.transactions[$0].id }
    waiting = world.approvals.filter { $0.value.customer == index }
      .map { Approval(approval: $0.key, productId: $0.value.command.product) }
      .sorted { $0.approval < $1.approval }
  }
}
