/// Holds one wallet, as it is told in the end, to what was bought and what was answered.
struct WalletAudit: Sendable {
  let account: String
  /// Of its purchases.
  let grants: [ExpectedGrant]
  /// The ids under which these are listed.
  let ids: [GrantName: String]
  /// Each request that was answered with an entry.
  let booked: [WalletAsk: WalletEntry]

  func check(_ wallet: WalletReading) throws(BrokenTrial) {
    let entries = wallet.entries.sorted { $0.number < $1.number }
    guard entries.map(\.number) == Array(1..<entries.count + 1) else {
      throw BrokenTrial("\(account)'s entries are \(entries.map(\.number))")
    }
    try checkRunning(entries)
    try checkCredits(entries)
    try checkTakenBack(entries)
    try checkBooked(entries)
    let expected = CoinSums(grants: grants, booked: booked).standings
    guard Set(wallet.balances) == expected, wallet.balances.count == expected.count else {
      throw BrokenTrial("\(account) has \(wallet.balances), and should have \(expected)")
    }
  }

  /// Each balance follows from the one before; nobody but a refund makes debt, or spends what is not there.
  private func checkRunning(_ entries: [WalletEntry]) throws(BrokenTrial) {
    var balances: [String: Int64] = [:]
    for entry in entries {
      let balance = balances[entry.coin, default: 0] + entry.change
      guard balance == entry.balance else {
        throw BrokenTrial("\(account) had \(balance) after \(entry)")
      }
      if entry.change < 0, entry.kind != .takenBack, balance < 0 {
        throw BrokenTrial("\(account) spent what was not there: \(entry)")
      }
      balances[entry.coin] = balance
    }
  }

  private func checkCredits(_ entries: [WalletEntry]) throws(BrokenTrial) {
    let credits = Dictionary(grouping: entries.filter { $0.kind == .credited }, by: \.grant)
    for grant in grants {
      let found = credits[ids[grant.name]] ?? []
      guard found.count == 1, found[0].amount == grant.amount, found[0].change == grant.amount,
        found[0].coin == grant.coin
      else { throw BrokenTrial("\(account) should have \(grant.name) once, not \(found)") }
    }
    guard credits.count == grants.count else {
      throw BrokenTrial("\(account) has \(credits.count) credits of \(grants.count)")
    }
  }

  private func checkTakenBack(_ entries: [WalletEntry]) throws(BrokenTrial) {
    let changes = Dictionary(grouping: entries.filter { $0.kind == .takenBack }, by: \.grant)
    for grant in grants {
      let takenBack = -(changes[ids[grant.name]] ?? []).map(\.change).reduce(0, +)
      guard takenBack == grant.takenBack else {
        throw BrokenTrial(
          "of \(grant.name) \(takenBack) were taken back, not \(grant.takenBack)")
      }
    }
    let known = Set(grants.map { ids[$0.name] })
    guard changes.keys.allSatisfy(known.contains) else {
      throw BrokenTrial("\(account) lost coins that it was not granted")
    }
  }

  /// What was answered is there as it was answered, and nothing else.
  private func checkBooked(_ entries: [WalletEntry]) throws(BrokenTrial) {
    let grantKinds: Set<WalletEntry.Kind> = [.credited, .takenBack]
    let asked = entries.filter { !grantKinds.contains($0.kind) }
    guard asked.count == booked.count, Set(asked) == Set(booked.values) else {
      let lost = Set(booked.values).subtracting(asked)
      let strange = Set(asked).subtracting(booked.values)
      throw BrokenTrial("\(account) was answered \(lost), which is not there; there is \(strange)")
    }
    for (ask, entry) in booked {
      guard entry.idempotencyKey == ask.key, entry.isWhat(ask.verb, in: booked) else {
        throw BrokenTrial("\(ask) was answered \(entry)")
      }
    }
    try checkSettled()
  }

  private func checkSettled() throws(BrokenTrial) {
    let settles = Dictionary(grouping: booked.keys.compactMap(\.reservation)) { $0 }
    for (reservation, asks) in settles {
      guard asks.count == 1, booked.reservation(reservation) != nil else {
        throw BrokenTrial("\(reservation) of \(account) was settled \(asks.count) times")
      }
    }
  }
}

extension WalletEntry {
  fileprivate func isWhat(_ verb: WalletAsk.Verb, in booked: [WalletAsk: WalletEntry]) -> Bool {
    switch verb {
    case .spend(let coin, let amount):
      books(.spent, coin, amount, change: -amount)
    case .reserve(let coin, let amount):
      books(.reserved, coin, amount, change: -amount)
    case .commit(let key):
      booked.reservation(key).map { books(.committed, $0.coin, $0.amount, change: 0) } ?? false
    case .cancel(let key):
      booked.reservation(key).map { books(.cancelled, $0.coin, $0.amount, change: $0.amount) }
        ?? false
    }
  }

  private func books(_ kind: Kind, _ coin: String, _ amount: Int64, change: Int64) -> Bool {
    self.kind == kind && self.coin == coin && self.amount == amount && self.change == change
  }
}
