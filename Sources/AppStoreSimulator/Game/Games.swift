/// The games on the customers' devices, and their requests to the ledger.
struct Games: Sendable {
  /// All requests in order.
  private(set) var requests: [GameRequest] = []
  /// The ledger's clock, in milliseconds since 1970.
  private let ledgerClock: @Sendable () -> Int64

  init(ledgerClock: @escaping @Sendable () -> Int64) {
    self.ledgerClock = ledgerClock
  }

  /// Posts the device's copy of a transaction from the game to its server.
  mutating func post(_ transaction: Int, to account: String, in store: StoreState) {
    request(
      .post([store.signable(transaction)], account: account, isRestore: false),
      of: store.transactions[transaction].customer, at: store.now)
  }

  /// Registers the present player's token with the ledger, unless it is the account itself.
  mutating func register(_ customer: Int, in store: StoreState) {
    let player = store.customers[customer]
    guard let token = player.appAccountToken, token != player.account else { return }
    request(.register(token: token, account: player.account), of: customer, at: store.now)
  }

  /// Lets another player use the device. The game registers the player's token and posts what the
  /// device may use, as at every login.
  mutating func play(as player: GamePlayer, on customer: Int, in store: inout StoreState) {
    store.tick()
    take(player, on: customer, in: &store)
    let held = Self.entitlements(of: customer, in: store).map { Self.held($0, in: store) }
    post(held, of: customer, in: store)
  }

  /// Posts what the device may use because the player pressed Restore.
  /// - Parameter underNewIDs: true if the device holds each subscription period and each
  ///   non-consumable under a new transaction id.
  mutating func restorePurchases(
    of customer: Int, underNewIDs: Bool, in store: inout StoreState
  ) throws(StoreRejection) {
    let entitlements = Self.entitlements(of: customer, in: store)
    guard !entitlements.isEmpty else { throw .nothingToRestore }
    store.tick()
    let copies = entitlements.map { transaction in
      underNewIDs ? Self.copy(of: transaction, in: &store) : Self.held(transaction, in: store)
    }
    post(copies, of: customer, isRestore: true, in: store)
  }

  /// Opens the game on a further device, which gets each non-consumable under an id of its own. The
  /// game posts what the device may use, as at every login; nobody pressed Restore.
  mutating func changeDevice(
    of customer: Int, in store: inout StoreState
  ) throws(StoreRejection) {
    let entitlements = Self.entitlements(of: customer, in: store)
    guard !entitlements.isEmpty else { throw .nothingToRestore }
    store.tick()
    let held = entitlements.map { transaction in
      store.transactions[transaction].subscription == nil
        ? Self.copy(of: transaction, in: &store) : Self.held(transaction, in: store)
    }
    post(held, of: customer, in: store)
  }

  /// Returns a device's own copy of a transaction: a subscription period with its line item, or a
  /// non-consumable with a purchase date of its own. Other transactions keep their ids.
  private static func copy(
    of transaction: Int, in store: inout StoreState
  ) -> SignableTransaction {
    if store.transactions[transaction].subscription != nil {
      let copy = store.restoredCopy(of: transaction)
      return store.thinned(copy, of: transaction, Omission.onDevice)
    }
    let purchase = store.purchase(of: transaction)
    guard store.isCopied(purchase) else { return held(transaction, in: store) }
    let copy = PurchaseRecords.addCopy(of: purchase, in: &store)
    return store.thinned(store.signable(copy), of: purchase, Omission.onDevice)
  }

  /// Returns the device's copy of a transaction that was posted before.
  private static func held(_ transaction: Int, in store: StoreState) -> SignableTransaction {
    store.laterCopy(transaction, leavingOut: Omission.onDevice)
  }

  /// Merges the present player's account into that of another one, who uses the device from now on.
  mutating func merge(_ customer: Int, into player: GamePlayer, in store: inout StoreState) {
    store.tick()
    let guest = store.customers[customer].account
    take(player, on: customer, in: &store)
    request(.merge(from: guest, into: player.account), of: customer, at: store.now)
  }

  /// Erases the present player's account. Another player uses the device from now on.
  mutating func erase(
    _ customer: Int, followedBy player: GamePlayer, in store: inout StoreState
  ) {
    store.tick()
    let account = store.customers[customer].account
    request(.erase(account: account), of: customer, at: store.now)
    play(as: player, on: customer, in: &store)
  }

  private mutating func take(
    _ player: GamePlayer, on customer: Int, in store: inout StoreState
  ) {
    store.changeCustomer(customer) { $0.take(player) }
    register(customer, in: store)
  }

  private mutating func post(
    _ copies: [SignableTransaction], of customer: Int, isRestore: Bool = false,
    in store: StoreState
  ) {
    guard !copies.isEmpty else { return }
    let account = store.customers[customer].account
    request(
      .post(copies, account: account, isRestore: isRestore), of: customer, at: store.now)
  }

  /// Returns the latest transactions that the device may use: subscriptions that are active or in
  /// grace, non-consumables and non-renewing subscriptions, family shares among them. A non-consumable
  /// of several ids is held under the last one.
  private static func entitlements(of customer: Int, in store: StoreState) -> [Int] {
    let periods = store.customers[customer].subscriptions.map { store.subscriptions[$0] }
      .filter(\.isLive).map(\.latest)
    let lasting = store.customers[customer].transactions.filter {
      let transaction = store.transactions[$0]
      let kind = Product.Kind(rawValue: transaction.content.type)
      return (kind == .nonConsumable || kind == .nonRenewing)
        && !store.isRevoked(purchaseOf: $0) && store.tellings(of: $0).last == $0
    }
    return (periods + lasting).sorted()
  }

  private mutating func request(
    _ action: GameRequest.Action, of customer: Int, at moment: Int64
  ) {
    requests.append(
      GameRequest(
        customer: customer, at: moment, ledgerTime: max(moment, ledgerClock()), action: action))
  }
}
