/// An App Store with its customers, as a value. The same seed and the same commands produce the
/// same world.
///
/// Time passes only by `advance(to:)`, and by a millisecond with each change and each notification,
/// so that of two assertions one is always the later. All moments are in milliseconds since 1970.
package struct World: Sendable {
  package var app: SimulatedApp
  package var catalog: StoreCatalog
  package private(set) var now: Int64
  package internal(set) var customers: [StoreCustomer] = []
  package internal(set) var subscriptions: [Subscription] = []
  package internal(set) var transactions: [StoreTransaction] = []
  /// All notifications of Apple's, in order.
  package internal(set) var notifications: [StoreNotification] = []
  /// All requests of the games to the ledger, in order.
  package internal(set) var requests: [GameRequest] = []
  /// The true happenings, in order.
  package internal(set) var chronicle: [Happening] = []

  /// The restored copies of subscription periods under ids of their own: the index of each copy's
  /// transaction, in the order of the copies.
  private(set) var copies: [Int] = []

  /// The ledger's clock, in milliseconds since 1970.
  let ledgerClock: @Sendable () -> Int64
  var agenda = Agenda()
  var chance: Chance
  var approvals: [String: WaitingPurchase] = [:]
  var refundRequests: [Int: RefundRequest] = [:]
  package internal(set) var massExtensions: [String: MassExtension] = [:]
  var population: Population?
  private var customerIndices: [String: Int] = [:]
  private var ids: TransactionIDs
  private var modifications = 0

  /// - Parameter ledgerClock: the real clock, which no store passes, unless a test has another.
  package init(
    of app: SimulatedApp, selling catalog: StoreCatalog, seed: UInt64, from start: Int64,
    ledgerClock: @escaping @Sendable () -> Int64 = RealTime.system.now
  ) {
    self.ledgerClock = ledgerClock
    self.app = app
    self.catalog = catalog
    now = start
    chance = Chance(seed: seed)
    ids = TransactionIDs(seed: seed)
  }

  /// Performs the tasks that are due, up to and including `moment`.
  package mutating func advance(to moment: Int64) {
    while let (at, task) = agenda.take(dueBy: moment) {
      now = max(now, at)
      perform(task)
    }
    now = max(now, moment)
  }

  /// The moment of the next planned task; nil if there is none.
  package var nextEvent: Int64? { agenda.next }

  /// Advances the clock by a millisecond.
  @discardableResult
  mutating func tick() -> Int64 {
    now += 1
    return now
  }

  private mutating func perform(_ task: Agenda.Task) {
    switch task {
    case .charge(let subscription, let plan): charge(subscription, as: plan)
    case .periodEnd(let subscription, let plan): endPeriod(of: subscription, as: plan)
    case .graceEnd(let subscription, let plan): endGrace(of: subscription, as: plan)
    case .retryEnd(let subscription, let plan): endRetry(of: subscription, as: plan)
    case .approvalLapse(let approval): approvals[approval] = nil
    case .refundDecision(let transaction): decideRefund(of: transaction)
    case .massExtension(let request): extendAll(request)
    case .randomAction(let randomAction): follow(randomAction)
    }
  }
}

extension World {
  package func customer(named name: String) throws(StoreRejection) -> Int {
    guard let index = customerIndices[name] else { throw .unknownCustomer(name) }
    return index
  }

  /// Adds a customer and returns the customer's index.
  /// - Parameters:
  ///   - appAccountToken: a UUID, which Apple keeps in lower case.
  ///   - account: the customer's account in the ledger; by default the token, or else the name.
  @discardableResult
  package mutating func addCustomer(
    _ name: String, appAccountToken: String? = nil, account: String? = nil,
    storefront: Storefront = .usa
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

  package mutating func change(
    _ customer: Int, _ change: (inout StoreCustomer) -> Void
  ) {
    change(&customers[customer])
  }

  /// Returns the index of a transaction, which a restored copy may name too.
  package func transaction(_ id: String) throws(StoreRejection) -> Int {
    if let copy = ids.index(ofCopy: id), copies.indices.contains(copy) { return copies[copy] }
    guard let index = ids.index(ofTransaction: id), transactions.indices.contains(index) else {
      throw .unknownTransaction(id)
    }
    return index
  }

  /// The transactions' ids by those of their restored copies, which a ledger may name instead.
  package var restoredCopies: [String: String] {
    Dictionary(
      uniqueKeysWithValues: copies.enumerated().map { (ids.copy($0), transactions[$1].id) })
  }

  /// Returns the customer who owns a transaction, an original transaction or an app transaction.
  package func customer(owning id: String) -> Int? {
    if let index = try? transaction(id) { return transactions[index].customer }  // else an app id
    return ids.index(ofAppTransaction: id).flatMap { customers.indices.contains($0) ? $0 : nil }
  }

  var nextTransactionID: String { ids.transaction(transactions.count) }

  /// Adds a transaction to its customer and returns the transaction's index.
  mutating func append(
    _ content: SignableTransaction, of customer: Int, subscription: Int? = nil,
    sharedFrom: Int? = nil
  ) -> Int {
    modifications += 1
    transactions.append(
      StoreTransaction(
        content: content, customer: customer, subscription: subscription,
        sharedFrom: sharedFrom, orderID: ids.order(transactions.count), modifiedAt: now,
        modification: modifications))
    customers[customer].transactions.append(transactions.count - 1)
    return transactions.count - 1
  }

  /// Returns a copy of a subscription period as a device restores it: with a transaction id of its
  /// own and the period's line item.
  mutating func restoredCopy(of transaction: Int) -> SignableTransaction {
    var content = signable(transaction)
    content.transactionId = ids.copy(copies.count)
    copies.append(transaction)
    return content
  }

  mutating func modify(_ transaction: Int, _ change: (inout SignableTransaction) -> Void) {
    change(&transactions[transaction].content)
    modifications += 1
    transactions[transaction].modification = modifications
    transactions[transaction].modifiedAt = now
  }

  package mutating func finish(_ transaction: Int) {
    transactions[transaction].isFinished = true
  }

  mutating func note(_ event: Happening.Event, of customer: Int) {
    chronicle.append(Happening(at: now, customer: customers[customer].name, event: event))
  }

  /// Returns a random UUID in lower case, as Apple writes UUIDs.
  mutating func uuid() -> String { chance.uuid() }
}
