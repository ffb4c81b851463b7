/// A comparison of one final wallet with the purchases and the answers.
struct WalletAudit: Sendable {
  let account: String
  /// The grants for the account's purchases.
  let grants: [ExpectedGrant]
  /// The ids under which the grants are listed.
  let ids: [GrantName: String]
  /// The requests that were answered with an entry.
  let booked: [WalletCall: WalletEntry]

  func check(_ wallet: WalletReading) throws(BrokenDrill) {
    let entries = wallet.entries.sorted { $0.number < $1.number }
    guard entries.map(\.number) == Array(1..<entries.count + 1) else {
      throw BrokenDrill("\(account)'s entries are \(entries.map(\.number))")
    }
    try checkRunning(entries)
    try checkCredits(entries)
    try checkTakenBack(entries)
    try checkBooked(entries)
    let expected = CoinSums(grants: grants, booked: booked).statuses
    guard Set(wallet.balances) == expected, wallet.balances.count == expected.count else {
      throw BrokenDrill("\(account) has \(wallet.balances), and should have \(expected)")
    }
  }

  /// Throws unless each balance follows from the one before, and only refunds make debt.
  private func checkRunning(_ entries: [WalletEntry]) throws(BrokenDrill) {
    var balances: [String: Int64] = [:]
    for entry in entries {
      let balance = balances[entry.coin, default: 0] + entry.change
      guard balance == entry.balance else {
        throw BrokenDrill("\(account) had \(balance) after \(entry)")
      }
      if entry.change < 0, entry.kind != .takenBack, balance < 0 {
        throw BrokenDrill("\(account) spent what was not there: \(entry)")
      }
      balances[entry.coin] = balance
    }
  }

  private func checkCredits(_ entries: [WalletEntry]) throws(BrokenDrill) {
    let credits = Dictionary(grouping: entries.filter { $0.kind == .credited }, by: \.grant)
    for grant in grants {
      let found = credits[ids[grant.name]] ?? []
      guard found.count == 1, found[0].amount == grant.amount, found[0].change == grant.amount,
        found[0].coin == grant.coin
      else { throw BrokenDrill("\(account) should have \(grant.name) once, not \(found)") }
    }
    guard credits.count == grants.count else {
      throw BrokenDrill("\(account) has \(credits.count) credits of \(grants.count)")
    }
  }

  private func checkTakenBack(_ entries: [WalletEntry]) throws(BrokenDrill) {
    let changes = Dictionary(grouping: entries.filter { $0.kind == .takenBack }, by: \.grant)
    for grant in grants {
      let takenBack = -(changes[ids[grant.name]] ?? []).map(\.change).reduce(0, +)
      guard takenBack == grant.takenBack else {
        throw BrokenDrill(
          "of \(grant.name) \(takenBack) were taken back, not \(grant.takenBack)")
      }
    }
    let known = Set(grants.map { ids[$0.name] })
    guard changes.keys.allSatisfy(known.contains) else {
      throw BrokenDrill("\(account) lost coins that it was not granted")
    }
  }

  /// Throws unless the wallet has exactly the entries that were answered.
  private func checkBooked(_ entries: [WalletEntry]) throws(BrokenDrill) {
    let grantKinds: Set<WalletEntry.Kind> = [.credited, .takenBack]
    let asked = entries.filter { !grantKinds.contains($0.kind) }
    guard asked.count == booked.count, Set(asked) == Set(booked.values) else {
      let lost = Set(booked.values).subtracting(asked)
      let strange = Set(asked).subtracting(booked.values)
      throw BrokenDrill("\(account) was answered \(lost), which is not there; there is \(strange)")
    }
    for (ask, entry) in booked {
      // The end of a reservation is told by the reservation, and keeps no key.
      let key = ask.reservation == nil ? ask.key : nil
      guard entry.idempotencyKey == key, entry.isWhat(ask.verb, in: booked) else {
        throw BrokenDrill("\(ask) was answered \(entry)")
      }
    }
    try checkSettled()
  }

  private func checkSettled() throws(BrokenDrill) {
    let settles = Dictionary(grouping: booked.keys.compactMap(\.reservation)) { $0 }
    for (reservation, asks) in settles {
      guard asks.count == 1, booked.reservation(reservation) != nil else {
        throw BrokenDrill("\(reservation) of \(account) was settled \(asks.count) times")
      }
    }
  }
}

extension WalletEntry {
  fileprivate func isWhat(_ verb: WalletCall.Verb, in booked: [WalletCall: WalletEntry]) -> Bool {
    switch verb {
    case .spend(let coin, let amount):
      books(.spent, coin, amount, change: -amount)
    case .reserve(let coin, let amount):
      books(.reserved, coin, amount, change: -amount)
    case .commit(let key):
      booked.reservation(key).map { books(.committed, $0.coin, $0.amount, change: 0) } ?? false
    case .cancel(let key):
      booked.reservation(key).map { books(.canceled, $0.coin, $0.amount, change: $0.amount) }
        ?? false
    }
  }

  private func books(_ kind: Kind, _ coin: String, _ amount: Int64, change: Int64) -> Bool {
    self.kind == kind && self.coin == coin && self.amount == amount && self.change == change
  }
}
