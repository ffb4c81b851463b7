/// The records of an App Store: its customers, their subscriptions and transactions, what happened
/// and what Apple reported, with the clock, the planned tasks and the source of randomness.
///
/// A record changes by the functions here only. They keep the indices, the order of changes and the
/// ids in step.
struct StoreState: Sendable {
  var app: SimulatedApp
  var catalog: StoreCatalog
  var chance: Chance
  private(set) var now: Int64
  private(set) var customers: [StoreCustomer] = []
  private(set) var subscriptions: [Subscription] = []
  private(set) var transactions: [StoreTransaction] = []
  private(set) var notifications: [StoreNotification] = []
  private(set) var chronicle: [Happening] = []
  /// True if every copy of a transaction tells its token until the ledger has heard it. A ledger that hears of
  /// a purchase without its token first grants the coins to the owner of the chain, and they stay there: the
  /// truth would depend on which copy came first.
  var keepsUnheardTokens = false

  private var agenda = Agenda()
  /// The restored copies of subscription periods under ids of their own: the index of each copy's
  /// transaction, in the order of the copies.
  private var copies: [Int] = []
  private var customerIndices: [String: Int] = [:]
  private let ids: TransactionIDs
  private var modifications = 0

  init(of app: SimulatedApp, selling catalog: StoreCatalog, seed: UInt64, from start: Int64) {
    self.app = app
    self.catalog = catalog
    now = start
    chance = Chance(seed: seed)
    ids = TransactionIDs(seed: seed)
  }
}

/// Time.
extension StoreState {
  /// The moment of the next planned task; nil if there is none.
  var nextEvent: Int64? { agenda.next }

  /// Advances the clock by a millisecond.
  @discardableResult
  mutating func tick() -> Int64 {
    now += 1
    return now
  }

  mutating func plan(_ task: Agenda.Task, at moment: Int64) {
    agenda.plan(task, at: moment)
  }

  /// Advances the clock to the earliest planned task that is due by `moment` and returns the task.
  /// If none is due, advances the clock to `moment` and returns nil.
  mutating func takeTask(dueBy moment: Int64) -> Agenda.Task? {
    let due = agenda.take(dueBy: moment)
    now = max(now, due?.at ?? moment)
    return due?.task
  }
}

/// Look-ups.
extension StoreState {
  func customer(named name: String) throws(StoreRejection) -> Int {
    guard let index = customerIndices[name] else { throw .unknownCustomer(name) }
    return index
  }

  /// Returns the index of a transaction, which a restored copy may name too.
  func transaction(_ id: String) throws(StoreRejection) -> Int {
    if let copy = ids.index(ofCopy: id), copies.indices.contains(copy) { return copies[copy] }
    guard let index = ids.index(ofTransaction: id), transactions.indices.contains(index) else {
      throw .unknownTransaction(id)
    }
    return index
  }

  /// The purchases' ids by those of their restored copies.
  var restoredCopies: [String: String] {
    let periods = copies.enumerated().map { (ids.copy($0), transactions[$1].id) }
    let kept = transactions.compactMap { copy in
      copy.copyOf.map { (copy.id, transactions[$0].id) }
    }
    return Dictionary(uniqueKeysWithValues: periods + kept)
  }

  /// Returns the index of the purchase of a transaction: its own, unless it is a copy.
  func purchase(of transaction: Int) -> Int { transactions[transaction].copyOf ?? transaction }

  /// Returns the indices of all ids under which Apple tells the purchase of a transaction, in order.
  func tellings(of transaction: Int) -> [Int] {
    let purchase = purchase(of: transaction)
    return customers[transactions[purchase].customer].transactions.filter {
      $0 == purchase || transactions[$0].copyOf == purchase
    }
  }

  /// Returns the first transaction of a transaction's chain.
  func origin(of transaction: Int) -> SignableTransaction {
    let content = transactions[transaction].content
    let first = customers[transactions[transaction].customer].transactions.first {
      transactions[$0].id == content.originalTransactionId
    }
    return first.map { transactions[$0].content } ?? content
  }

  /// Returns true if the purchase of a transaction is revoked under any of its ids.
  func isRevoked(purchaseOf transaction: Int) -> Bool {
    tellings(of: transaction).contains { transactions[$0].isRevoked }
  }

  /// Returns true if a device may get a non-consumable under a further id. A copy must not be taken
  /// for a purchase made again, which a refund of everything makes possible, even a reversed one.
  func isCopied(_ purchase: Int) -> Bool {
    let bought = transactions[purchase]
    let chain = bought.content.originalTransactionId
    return bought.content.type == Product.Kind.nonConsumable.rawValue && !bought.isFamilyShared
      && !customers[bought.customer].transactions.contains {
        transactions[$0].content.originalTransactionId == chain
          && transactions[$0].refundedInFull.map { $0 >= bought.content.purchaseDate } ?? false
      }
  }

  /// Returns the customer who owns a transaction, an original transaction or an app transaction.
  func customer(owning id: String) -> Int? {
    if let index = try? transaction(id) { return transactions[index].customer }  // else an app id
    return ids.index(ofAppTransaction: id).flatMap { customers.indices.contains($0) ? $0 : nil }
  }

  /// Returns the customer's own subscription in a group, live or not.
  func subscription(of customer: Int, in group: String) -> Int? {
    customers[customer].subscriptions.first {
      subscriptions[$0].group == group && !subscriptions[$0].isShared
    }
  }

  /// Returns a subscription and the family's subscriptions that share its present term.
  func withShares(_ index: Int) -> [Int] {
    let family = customers[subscriptions[index].customer].family
    return [index]
      + subscriptions[index].shares.filter {
        family.contains(subscriptions[$0].customer) && subscriptions[$0].status != .revoked
          && subscriptions[$0].until == subscriptions[index].until
      }
  }

  func chainID(_ subscription: Int) -> String {
    transactions[subscriptions[subscription].origin].id
  }

  /// Returns the transaction with the present as its signed date.
  func signable(_ transaction: Int) -> SignableTransaction {
    var content = transactions[transaction].content
    content.signedDate = now
    return content
  }

  var nextTransactionID: String { ids.transaction(transactions.count) }
}

/// Additions and changes of records.
extension StoreState {
  /// Adds a customer and returns the customer's index.
  mutating func addCustomer(
    _ name: String, appAccountToken: String?, account: String?, storefront: Storefront
  ) throws(StoreRejection) -> Int {
    guard customerIndices[name] == nil else { throw .nameTaken(name) }
    let token = appAccountToken?.lowercased()
    customers.append(
      StoreCustomer(
        name: name, account: account ?? token ?? name,
        appTransactionID: ids.appTransaction(customers.count), storefront: storefront,
        appAccountToken: token, downloadedAt: tick()))
    customerIndices[name] = customers.count - 1
    return customers.count - 1
  }

  mutating func changeCustomer(_ index: Int, _ change: (inout StoreCustomer) -> Void) {
    change(&customers[index])
  }

  /// Adds a subscription, whose first transaction is the next one, and returns its index.
  mutating func addSubscription(
    of customer: Int, in group: String, for term: Term,
    commitment: Subscription.Commitment? = nil, sharedFrom: Int? = nil
  ) -> Int {
    subscriptions.append(
      Subscription(
        of: customer, in: group, for: term, origin: transactions.count, commitment: commitment,
        sharedFrom: sharedFrom))
    customers[customer].subscriptions.append(subscriptions.count - 1)
    return subscriptions.count - 1
  }

  mutating func changeSubscription(_ index: Int, _ change: (inout Subscription) -> Void) {
    change(&subscriptions[index])
  }

  /// Adds a transaction to its customer and returns the transaction's index.
  mutating func addTransaction(
    _ content: SignableTransaction, of customer: Int, subscription: Int? = nil,
    sharedFrom: Int? = nil, copyOf: Int? = nil
  ) -> Int {
    modifications += 1
    transactions.append(
      StoreTransaction(
        content: content, customer: customer, subscription: subscription,
        sharedFrom: sharedFrom, copyOf: copyOf, orderID: ids.order(transactions.count),
        modifiedAt: now,
        modification: modifications))
    customers[customer].transactions.append(transactions.count - 1)
    return transactions.count - 1
  }

  mutating func changeTransaction(_ index: Int, _ change: (inout SignableTransaction) -> Void) {
    modifications += 1
    transactions[index].change(at: now, as: modifications, change)
  }

  mutating func noteTelling(of transaction: Int) {
    transactions[transaction].noteTelling()
  }

  mutating func noteHearing(of transaction: Int) {
    transactions[transaction].noteHearing()
  }

  mutating func finishTransaction(_ index: Int) {
    transactions[index].isFinished = true
  }

  /// Returns a copy of a subscription period as a device restores it: with a transaction id of its
  /// own and the period's line item.
  mutating func restoredCopy(of transaction: Int) -> SignableTransaction {
    var content = signable(transaction)
    content.transactionId = ids.copy(copies.count)
    copies.append(transaction)
    return content
  }

  mutating func note(_ event: Happening.Event, of customer: Int) {
    chronicle.append(Happening(at: now, customer: customers[customer].name, event: event))
  }

  mutating func add(_ notification: StoreNotification) {
    notifications.append(notification)
  }
}
