/// An App Store with its customers and their games, as a value. The same seed and the same commands
/// produce the same world.
///
/// Time passes only by `advance(to:)`, and by a millisecond with each change and each notification,
/// so that of two assertions one is always the later. All moments are in milliseconds since 1970.
///
/// The design: `StoreState` holds the records and the clock. The rules are types by subject, such as
/// `Sales`, `Renewals` and `FamilySharing`, which change the records through its functions; a rule
/// with a memory, such as the pending refunds, keeps it private. The world passes commands and due
/// tasks on. The random lives of `Population` give the same commands as everyone else.
package struct World: Sendable {
  var store: StoreState
  var sales = Sales()
  var refunds = StoreRefunds()
  var extensions = SubscriptionExtensions()
  var games: Games
  var population: Population?

  /// - Parameter ledgerClock: the real clock, which no store passes, unless a test has another.
  package init(
    of app: SimulatedApp, selling catalog: StoreCatalog, seed: UInt64, from start: Int64,
    ledgerClock: @escaping @Sendable () -> Int64 = RealTime.system.now
  ) {
    store = StoreState(of: app, selling: catalog, seed: seed, from: start)
    games = Games(ledgerClock: ledgerClock)
  }

  /// Performs the tasks that are due, up to and including `moment`.
  package mutating func advance(to moment: Int64) {
    while let task = store.takeTask(dueBy: moment) { perform(task) }
  }

  private mutating func perform(_ task: Agenda.Task) {
    switch task {
    case .charge(let index, let plan): Renewals.charge(index, as: plan, in: &store)
    case .periodEnd(let index, let plan): Renewals.endPeriod(of: index, as: plan, in: &store)
    case .graceEnd(let index, let plan): Renewals.endGrace(of: index, as: plan, in: &store)
    case .retryEnd(let index, let plan): Renewals.endRetry(of: index, as: plan, in: &store)
    case .approvalLapse(let approval): sales.lapse(approval)
    case .refundDecision(let transaction): refunds.decide(of: transaction, in: &store)
    case .massExtension(let request): extensions.extendAll(request, in: &store)
    case .randomAction(let action): withPopulation { $0.take(action, in: &$1) }
    }
  }
}

/// Records.
extension World {
  package var app: SimulatedApp {
    get { store.app }
    set { store.app = newValue }
  }
  package var catalog: StoreCatalog {
    get { store.catalog }
    set { store.catalog = newValue }
  }
  package var now: Int64 { store.now }
  /// The moment of the next planned task; nil if there is none.
  package var nextEvent: Int64? { store.nextEvent }
  package var customers: [StoreCustomer] { store.customers }
  package var subscriptions: [Subscription] { store.subscriptions }
  package var transactions: [StoreTransaction] { store.transactions }
  /// All notifications of Apple's, in order.
  package var notifications: [StoreNotification] { store.notifications }
  /// All requests of the games to the ledger, in order.
  package var requests: [GameRequest] { games.requests }
  /// The true happenings, in order.
  package var chronicle: [Happening] { store.chronicle }
  /// The purchases' ids by those of their restored copies, which a ledger may name instead.
  package var restoredCopies: [String: String] { store.restoredCopies }
  /// The extensions of all subscribers of a product by the identifiers of their requests.
  package var massExtensions: [String: MassExtension] { extensions.masses }
  /// The purchases that wait for a guardian by the id of the approval.
  var approvals: [String: Sales.WaitingPurchase] { sales.waiting }

  package func customer(named name: String) throws(StoreRejection) -> Int {
    try store.customer(named: name)
  }

  /// Returns the index of a transaction, which a restored copy may name too.
  package func transaction(_ id: String) throws(StoreRejection) -> Int {
    try store.transaction(id)
  }

  /// Returns the customer who owns a transaction, an original transaction or an app transaction.
  package func customer(owning id: String) -> Int? { store.customer(owning: id) }

  /// Returns the customer's own subscription in a group, live or not.
  package func subscription(of customer: Int, in group: String) -> Int? {
    store.subscription(of: customer, in: group)
  }

  /// Returns the transaction with the present as its signed date.
  package func signable(_ transaction: Int) -> SignableTransaction { store.signable(transaction) }

  /// Returns the transaction as the Server API signs it now. See ``SimulatedApp/thinCopyPercent``.
  package func laterCopy(_ transaction: Int) -> SignableTransaction { store.laterCopy(transaction) }

  /// Returns the subscription's renewal information with the present as its signed date.
  package func renewal(of index: Int) -> SignableRenewal {
    RenewalContent.present(of: index, in: store)
  }

  /// Returns the customer's purchases without finished consumables.
  func purchases(of customer: Int) -> CustomerPurchases {
    CustomerPurchases(of: customer, in: store)
  }
}
