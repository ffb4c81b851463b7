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
  private var store: StoreState
  private var sales = Sales()
  private var refunds = StoreRefunds()
  private var extensions = SubscriptionExtensions()
  private var games: Games
  private(set) var population: Population?

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

/// Customers and what they buy.
extension World {
  /// Adds a customer and returns the customer's index.
  /// - Parameters:
  ///   - appAccountToken: a UUID, which Apple keeps in lower case.
  ///   - account: the customer's account in the ledger; by default the token, or else the name.
  @discardableResult
  package mutating func addCustomer(
    _ name: String, appAccountToken: String? = nil, account: String? = nil,
    storefront: Storefront = .usa
  ) throws(StoreRejection) -> Int {
    try store.addCustomer(
      name, appAccountToken: appAccountToken, account: account, storefront: storefront)
  }

  /// Moves a customer to another country. Subscriptions go on, and are charged in its currency from the
  /// next period on.
  package mutating func move(_ customer: Int, to storefront: Storefront) {
    store.changeCustomer(customer) { $0.move(to: storefront) }
    store.tick()
  }

  package mutating func change(_ customer: Int, _ change: (inout StoreCustomer) -> Void) {
    store.changeCustomer(customer, change)
  }

  /// Buys at once, plans a change for the next renewal, or asks a guardian.
  package mutating func buy(
    _ command: PurchaseCommand, by customer: Int
  ) throws(StoreRejection) -> PurchaseOutcome {
    try sales.buy(command, by: customer, in: &store)
  }

  package mutating func approve(_ id: String) throws(StoreRejection) -> PurchaseOutcome {
    try sales.approve(id, in: &store)
  }

  package mutating func decline(_ id: String) throws(StoreRejection) { try sales.decline(id) }

  package mutating func finish(_ transaction: Int) { store.finishTransaction(transaction) }

  package mutating func cancel(_ index: Int) throws(StoreRejection) {
    try SubscriptionCommands.cancel(index, in: &store)
  }

  package mutating func resume(_ index: Int) throws(StoreRejection) {
    try SubscriptionCommands.resume(index, in: &store)
  }

  package mutating func withdrawChange(_ index: Int) throws(StoreRejection) {
    try SubscriptionCommands.withdrawChange(index, in: &store)
  }

  package mutating func breakCard(of customer: Int) {
    SubscriptionCommands.breakCard(of: customer, in: &store)
  }

  package mutating func mendCard(of customer: Int) {
    SubscriptionCommands.mendCard(of: customer, in: &store)
  }

  package mutating func join(_ member: Int, to purchaser: Int) throws(StoreRejection) {
    try FamilySharing.join(member, to: purchaser, in: &store)
  }

  package mutating func leaveFamily(_ member: Int) throws(StoreRejection) {
    try FamilySharing.leave(member, in: &store)
  }

  package mutating func consent(_ index: Int) throws(StoreRejection) {
    try Prices.consent(index, in: &store)
  }

  package mutating func requestRefund(
    of transaction: Int, reason: String = "UNINTENDED_PURCHASE"
  ) throws(StoreRejection) {
    try refunds.request(of: transaction, reason: reason, in: &store)
  }
}

/// Decisions of Apple and of the developer.
extension World {
  /// Refunds a share of a transaction now, in thousandths of a percent; nil is the share of the
  /// remaining time.
  package mutating func refund(_ transaction: Int, share: Int64?) throws(StoreRejection) {
    try StoreRefunds.refund(transaction, share: share, in: &store)
  }

  /// Refunds the part of a transaction for the remaining time now, and tells no percentage.
  package mutating func refundUntoldPart(_ transaction: Int) throws(StoreRejection) {
    try StoreRefunds.refundUntoldPart(transaction, in: &store)
  }

  package mutating func reverseRefund(_ transaction: Int) throws(StoreRejection) {
    try StoreRefunds.reverse(transaction, in: &store)
  }

  /// Records the developer's preference for a requested refund. Does nothing without a request.
  package mutating func prefer(_ preference: RefundPreference?, forRefundOf transaction: Int) {
    refunds.prefer(preference, forRefundOf: transaction)
  }

  package mutating func changePrice(
    of productID: String, to priceMilliunits: Int64, consentRequired: Bool
  ) throws(StoreRejection) {
    try Prices.change(
      of: productID, to: priceMilliunits, consentRequired: consentRequired, in: &store)
  }

  /// Withdraws a product from sale. The product can no longer be bought or renewed into.
  package mutating func withdraw(_ productID: String) throws(StoreRejection) {
    try Prices.withdraw(productID, in: &store)
  }

  /// Extends the present period and returns its new end.
  package mutating func extend(_ index: Int, by days: Int64) throws(StoreRejection) -> Int64 {
    try SubscriptionExtensions.extend(index, by: days, in: &store)
  }

  /// Requests an extension for all subscribers of a product, which happens within one to six hours.
  package mutating func extendEveryone(
    of product: String, by days: Int64, storefronts: [String]?, requestIdentifier: String
  ) throws(StoreRejection) {
    try extensions.request(
      of: product, by: days, storefronts: storefronts, requestIdentifier: requestIdentifier,
      in: &store)
  }

  /// Sends a notification that concerns no purchase, such as a test or an unknown type. Returns its
  /// UUID.
  @discardableResult
  package mutating func tell(_ type: String, _ subtype: String? = nil) -> String {
    Notifier.report(type, subtype, in: &store)
  }

  mutating func assign(_ token: String, toTransactionsFrom origin: Int) {
    SubscriptionCommands.assign(token, toTransactionsFrom: origin, in: &store)
  }
}

/// Games.
extension World {
  /// Posts the device's copy of a transaction from the game to its server.
  package mutating func post(_ transaction: Int, to account: String) {
    games.post(transaction, to: account, in: store)
  }

  package mutating func register(_ customer: Int) { games.register(customer, in: store) }

  package mutating func play(as player: GamePlayer, on customer: Int) {
    games.play(as: player, on: customer, in: &store)
  }

  package mutating func restorePurchases(
    of customer: Int, underNewIDs: Bool = false
  ) throws(StoreRejection) {
    try games.restorePurchases(of: customer, underNewIDs: underNewIDs, in: &store)
  }

  /// Opens the game on a further device of the customer's.
  package mutating func changeDevice(of customer: Int) throws(StoreRejection) {
    try games.changeDevice(of: customer, in: &store)
  }

  package mutating func merge(_ customer: Int, into player: GamePlayer) {
    games.merge(customer, into: player, in: &store)
  }

  package mutating func erase(_ customer: Int, followedBy player: GamePlayer) {
    games.erase(customer, followedBy: player, in: &store)
  }
}

/// Random lives.
extension World {
  /// Plans customers who arrive over the first half of the time and act until its end.
  ///
  /// - Parameters:
  ///   - personas: the personas of the customers, assigned in turn.
  ///   - habits: the conduct of their games.
  ///   - end: the moment after which the customers do nothing, in milliseconds since 1970.
  package mutating func settle(
    customers count: Int, living personas: [Persona], playing habits: GameHabits = GameHabits(),
    until end: Int64, seed: UInt64
  ) {
    var next = Population(
      of: personas, playing: habits, until: end, seed: seed, following: population.take())
    next.settle(count, in: &self)
    population = next
  }

  /// Opens every game that posts transactions once more.
  package mutating func openAllGames() {
    withPopulation { $0.openAllGames(in: &$1) }
  }

  /// Returns a random UUID in lower case, as Apple writes UUIDs.
  mutating func uuid() -> String { store.chance.uuid() }

  mutating func plan(_ action: RandomAction, at moment: Int64) {
    store.plan(.randomAction(action), at: moment)
  }

  private mutating func withPopulation(_ body: (inout Population, inout World) -> Void) {
    guard var acting = population.take() else { return }
    body(&acting, &self)
    population = acting
  }
}
