/// Asks everything of one account once more, one thing after another: so every refusal can be held to
/// what there was.
struct AccountSettling: Sendable {
  let account: String
  let servers: GameServers

  /// - Parameter asks: reservations before what settles them.
  func ask(_ asks: [WalletAsk]) async throws {
    let wallet = try await servers.wallet(of: account)
    var balances = Dictionary(
      uniqueKeysWithValues: wallet.balances.map { ($0.coin, $0.balance) })
    for ask in asks {
      let wasBooked = await servers.book.booked[ask] != nil
      let reply = try await servers.ask(ask)
      if reply.status == 200, !wasBooked {
        let entry = try reply.decode(WalletEntry.self)
        // One that was booked before, and whose answer was lost, tells the balance of then.
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
    _ refusal: Reply, to ask: WalletAsk, _ balances: [String: Int64]
  ) async throws {
    let keys = Set(await servers.book.booked.keys.filter { $0.account == account }.map(\.key))
    switch ask.verb {
    case .spend(let coin, let amount), .reserve(let coin, let amount):
      try demand(amount > balances[coin, default: 0], "had \(balances) when \(ask) was refused")
    case .commit(let reservation), .cancel(let reservation):
      try demand(
        keys.contains(reservation) == (refusal.problem == "reservation_settled"),
        "answered \(ask) with \(refusal.body)")
    }
  }

  private func demand(_ holds: Bool, _ otherwise: String) throws {
    guard holds else { throw BrokenTrial("\(account) \(otherwise)") }
  }
}
