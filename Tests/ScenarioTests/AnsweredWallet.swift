@testable import Drills

/// A wallet, a list and answers that agree: 100 granted, 60 spent, 20 reserved, 30 taken back, the
/// reservation committed; the debt is 10.
enum AnsweredWallet {
  static let pack = ExpectedGrant(
    transactionID: "1", coin: "gem", account: "ann", productID: "com.example.pack", quantity: 1,
    amount: 100, takenBack: 30)
  static let listed = ListedGrant(
    id: "a1", account: "ann", environment: "Production", coin: "gem", amount: 100,
    productId: "com.example.pack", transactionId: "1", quantity: 1, state: "credited",
    revokedAmount: 30)

  static let sword = WalletCall(
    account: "ann", key: "sword", verb: .spend(coin: "gem", amount: 60))
  static let auction = WalletCall(
    account: "ann", key: "auction", verb: .reserve(coin: "gem", amount: 20))
  static let won = WalletCall(
    account: "ann", key: "won", verb: .commit(reservation: "auction"))
  static let lost = WalletCall(
    account: "ann", key: "lost", verb: .cancel(reservation: "auction"))

  static let entries = [
    entry(1, .credited, 100, 100) { ($0.amount, $0.grant) = (100, "a1") },
    entry(2, .spent, -60, 40) { ($0.amount, $0.idempotencyKey) = (60, "sword") },
    entry(3, .reserved, -20, 20) { ($0.amount, $0.idempotencyKey) = (20, "auction") },
    entry(4, .takenBack, -30, -10) { $0.grant = "a1" },
    entry(5, .committed, 0, -10) { ($0.amount, $0.reservation) = (20, "auction") },
  ]
  static let wallet = WalletReading(
    balances: [CoinStatus(coin: "gem", balance: -10, reserved: 0)], entries: entries)
  static let booked = [sword: entries[1], auction: entries[2], won: entries[4]]

  private static func entry(
    _ number: Int, _ kind: WalletEntry.Kind, _ change: Int64, _ balance: Int64,
    _ fill: (inout WalletEntry) -> Void
  ) -> WalletEntry {
    var entry = WalletEntry(
      number: number, kind: kind, coin: "gem", change: change, balance: balance,
      bookedAt: "2026-01-0\(number)T00:00:00.000Z")
    fill(&entry)
    return entry
  }
}

extension WalletReading {
  mutating func append(
    _ kind: WalletEntry.Kind, _ change: Int64, _ fill: (inout WalletEntry) -> Void
  ) {
    var entry = WalletEntry(
      number: entries.count + 1, kind: kind, coin: "gem", change: change,
      balance: (entries.last?.balance ?? 0) + change, bookedAt: "2026-02-01T00:00:00.000Z",
      amount: abs(change))
    fill(&entry)
    entries.append(entry)
  }
}

extension ListedGrant {
  func with(_ change: (inout ListedGrant) -> Void) -> ListedGrant {
    var grant = self
    change(&grant)
    return grant
  }
}
