/// The owner of every chain and the receivers of its coins, from what Apple signed and what games
/// did, by the ledger's rules.
///
/// It follows the contract's text and shares no code with the ledger.
struct PurchaseOwners {
  private(set) var names = AccountNames()
  private var chains: [String: ChainHistory] = [:]
  private var purchases: [String: SignedPurchase] = [:]
  private var chainsOfCustomer: [String: Set<String>] = [:]

  init(of world: World) {
    var requests = world.requests[...]
    for happening in world.chronicle {
      guard let purchase = SignedPurchase(happening) else { continue }
      while let next = requests.first, next.at < happening.at {
        take(requests.removeFirst(), in: world)
      }
      take(purchase)
    }
    for request in requests { take(request, in: world) }
    settle(world.customers, Set(world.requests.map(\.customer)))
  }

  /// Returns the owner of a chain; nil if it waits for one.
  func owner(ofChain chain: String) -> String? { chains[chain]?.owner(names) }

  func chain(of transaction: String) -> String? { purchases[transaction]?.chain }

  /// Returns the accounts, of which exactly one has received the coins of a transaction.
  func recipients(ofTransaction transaction: String) -> [String] {
    guard let purchase = purchases[transaction] else { return [] }
    return chains[purchase.chain]?.recipients(of: purchase, names) ?? []
  }

  private mutating func take(_ purchase: SignedPurchase) {
    purchases[purchase.transaction] = purchase
    chainsOfCustomer[purchase.customer, default: []].insert(purchase.chain)
    chains[purchase.chain, default: ChainHistory()].take(purchase)
    chains[purchase.chain]?.note(names)
  }

  private mutating func take(_ request: GameRequest, in world: World) {
    let touched = chainsOfCustomer[world.customers[request.customer].name] ?? []
    if case .erase(let account) = request.action {
      for chain in touched { chains[chain]?.forget(account, names) }
    }
    names.take(request.action)
    switch request.action {
    case .post(let transactions, let account, let isRestore):
      for chain in transactions.map(\.originalTransactionId) {
        chains[chain]?.post(by: account, isRestore: isRestore, at: request.ledgerTime, names)
      }
    case .register, .merge, .erase: break
    }
    for chain in touched { chains[chain]?.note(names) }
  }

  /// Makes known the accounts that log in at last. Where the store plays no game for a customer,
  /// its user registers the token and posts every purchase under the customer's account.
  private mutating func settle(_ customers: [StoreCustomer], _ withGame: Set<Int>) {
    for (index, customer) in customers.enumerated() {
      names.know(customer.account)
      if !withGame.contains(index), let token = customer.appAccountToken {
        names.take(.register(token: token, account: customer.account))
      }
      for chain in chainsOfCustomer[customer.name] ?? [] {
        if !withGame.contains(index) {
          chains[chain]?.post(by: customer.account, isRestore: false, at: 0, names)
        }
        chains[chain]?.note(names)
      }
    }
  }
}
