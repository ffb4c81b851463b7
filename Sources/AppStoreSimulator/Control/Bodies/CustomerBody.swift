extension ControlAPI {
  /// A customer at present.
  struct CustomerBody: Encodable, Sendable {
    struct Card: Encodable, Sendable { let works: Bool }

    /// A purchase that a guardian has not decided about.
    struct Approval: Encodable, Sendable {
      let approval: String
      let productId: String
    }

    let name: String
    let appTransactionId: String
    let appAccountToken: String?
    /// ISO 3166-1 alpha-3.
    let storefront: String
    let downloadedAt: CustomerTruth.Moment
    let card: Card
    let asksToBuy: Bool
    /// The names of those with whom purchases are shared.
    let family: [String]
    let subscriptions: [SubscriptionBody]
    /// Their ids, in order of purchase.
    let transactions: [String]
    let waiting: [Approval]

    init(_ index: Int, in world: World) {
      let customer = world.customers[index]
      name = customer.name
      appTransactionId = customer.appTransactionID
      appAccountToken = customer.appAccountToken
      storefront = customer.storefront.country
      downloadedAt = CustomerTruth.Moment(customer.downloadedAt)
      card = Card(works: customer.cardWorks)
      asksToBuy = customer.asksToBuy
      family = customer.family.map { world.customers[$0].name }
      subscriptions = customer.subscriptions.map { SubscriptionBody($0, in: world) }
      transactions = customer.transactions.map { world.transactions[$0].id }
      waiting = world.approvals.filter { $0.value.customer == index }
        .map { Approval(approval: $0.key, productId: $0.value.wish.product) }
        .sorted { $0.approval < $1.approval }
    }
  }
}
