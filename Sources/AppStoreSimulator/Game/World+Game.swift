/// The players who use a customer's device, and the requests of their games to the ledger.
extension World {
  /// Posts the device's copy of a transaction from the game to its server.
  package mutating func post(_ transaction: Int, to account: String) {
    let customer = transactions[transaction].customer
    request(.post([signable(transaction)], account: account, isRestore: false), of: customer)
  }

  /// Registers the present player's token with the ledger, unless it is the account itself.
  package mutating func register(_ customer: Int) {
    let player = customers[customer]
    guard let token = player.appAccountToken, token != player.account else { return }
    request(.register(token: token, account: player.account), of: customer)
  }

  /// Lets another player use the device. The game registers the player's token and posts what the
  /// device may use, as at every login.
  package mutating func play(as player: GamePlayer, on customer: Int) {
    tick()
    take(player, on: customer)
    postEntitlements(of: customer, isRestore: false)
  }

  /// Posts what the device may use because the player pressed Restore.
  /// - Parameter underNewIDs: true if the device holds each subscription period under a new
  ///   transaction id.
  package mutating func restorePurchases(
    of customer: Int, underNewIDs: Bool = false
  ) throws(StoreRejection) {
    guard !entitlements(of: customer).isEmpty else { throw .nothingToRestore }
    tick()
    postEntitlements(of: customer, isRestore: true, underNewIDs: underNewIDs)
  }

  /// Merges the present player's account into that of another one, who uses the device from now on.
  package mutating func merge(_ customer: Int, into player: GamePlayer) {
    tick()
    let guest = customers[customer].account
    take(player, on: customer)
    request(.merge(from: guest, into: player.account), of: customer)
  }

  /// Erases the present player's account. Another player uses the device from now on.
  package mutating func erase(_ customer: Int, followedBy player: GamePlayer) {
    tick()
    request(.erase(account: customers[customer].account), of: customer)
    play(as: player, on: customer)
  }

  private mutating func take(_ player: GamePlayer, on customer: Int) {
    customers[customer].account = player.account
    customers[customer].appAccountToken = player.token
    register(customer)
  }

  private mutating func postEntitlements(
    of customer: Int, isRestore: Bool, underNewIDs: Bool = false
  ) {
    let copies = entitlements(of: customer).map { transaction in
      underNewIDs && transactions[transaction].subscription != nil
        ? restoredCopy(of: transaction) : signable(transaction)
    }
    guard !copies.isEmpty else { return }
    request(
      .post(copies, account: customers[customer].account, isRestore: isRestore), of: customer)
  }

  /// Returns the latest transactions that the device may use: subscriptions that are active or in
  /// grace, non-consumables and non-renewing subscriptions, family shares among them.
  private func entitlements(of customer: Int) -> [Int] {
    let periods = customers[customer].subscriptions.filter { subscriptions[$0].isLive }
      .map { subscriptions[$0].latest }
    let lasting = customers[customer].transactions.filter {
      let kind = Product.Kind(rawValue: transactions[$0].content.type)
      return (kind == .nonConsumable || kind == .nonRenewing) && !transactions[$0].isRevoked
    }
    return (periods + lasting).sorted()
  }

  private mutating func request(_ action: GameRequest.Action, of customer: Int) {
    requests.append(
      GameRequest(
        customer: customer, at: now, ledgerTime: max(now, ledgerClock()), action: action))
  }
}
