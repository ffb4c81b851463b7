/// A repetition of every request about one account, one after the other, so that every rejection
/// can be checked against the wallet.
struct AccountSettling: Sendable {
  let account: String
  let servers: GameServers

  /// - Parameter asks: requests, each reservation before those that settle it.
  func ask(_ asks: [WalletCall]) async throws {
    let wallet = try await servers.wallet(of: account)
    var balances = Dictionary(
      uniqueKeysWithValues: wallet.balances.map { ($0.coin, $0.balance) })
    for ask in asks {
      let wasBooked = await servers.book.booked[ask] != nil
      let reply = try await servers.ask(ask)
      if reply.status == 200, !wasBooked {
        let entry = try reply.decode(WalletEntry.self)
        // A repeated entry, whose answer was lost, reports the balance at its booking.
        guard entry.number > wallet.entries.count else { continue }
        try demand(
          entry.balance == balances[entry.coin, default: 0] + entry.change,
          "had \(balances) before \(entry)")
        balances[entry.coin] = entry.balance
      } else if reply.status != 200 {
        try await hold(reply, to: ask, balances)
      }
    }
  }

  private func hold(
    _ rejection: Reply, to ask: WalletCall, _ balances: [String: Int64]
  ) async throws {
    let keys = Set(await servers.book.booked.keys.filter { $0.account == account }.map(\.key))
    switch ask.verb {
    case .spend(CoinProduct.kept, _), .reserve(CoinProduct.kept, _): break
    case .spend(let coin, let amount), .reserve(let coin, let amount):
      try demand(amount > balances[coin, default: 0], "had \(balances) when \(ask) was rejected")
    case .commit(let reservation), .cancel(let reservation):
      try demand(
        keys.contains(reservation) == (rejection.problem == "reservation_settled"),
        "answered \(ask) with \(rejection.body)")
    }
  }

  private func demand(_ holds: Bool, _ otherwise: String) throws {
    guard holds else { throw BrokenDrill("\(account) \(otherwise)") }
  }
}
