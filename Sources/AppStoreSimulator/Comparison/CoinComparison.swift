/// Sentences about coins, worded alike for the truth and for a ledger: each grant as listed, each
/// grant as the wallet booked it, and the balance that remains of all grants.
///
/// Grants that one of several accounts has received count where the ledger lists them. The booking
/// of single grants is left out for the target of a merge: a part was booked in the other wallet.
struct CoinComparison {
  private let grants: [CustomerTruth.Grant]
  private let coins: LedgerAnswer.Coins
  private let isMerged: Bool

  init(_ truth: AccountTruth, with coins: LedgerAnswer.Coins) {
    let told = Set(coins.grants.map { GrantName($0.transactionId, $0.coin) })
    let possible = truth.possibleGrants.map(\.grant)
      .filter { told.contains(GrantName($0.transactionId, $0.coin)) }
    grants = truth.grants + possible
    self.coins = coins
    isMerged = truth.hasMerged
  }

  /// The sentences that are true. An empty balance is the same as none.
  var `true`: [String] {
    grants.flatMap { grant in
      let granted = CoinLine.granted(
        grant.amount, grant.coin, for: grant.transactionId, grant.productId,
        takenBack: grant.takenBack, isDeliveredElsewhere: grant.isDeliveredElsewhere)
      return [granted] + (isMerged ? [] : Self.booked(grant))
    } + left.sorted { $0.key < $1.key }.map { CoinLine.left($0.value, $0.key) }
  }

  /// The sentences that the ledger told.
  var told: [String] {
    coins.grants.map(\.line) + (isMerged ? [] : bookings)
      + coins.balances.map { ($0.coin, $0.balance - spending(of: $0.coin)) }
      .filter { $0.1 != 0 }.map { CoinLine.left($0.1, $0.0) }
  }

  private static func booked(_ grant: CustomerTruth.Grant) -> [String] {
    let taken = CoinLine.taken(grant.takenBack, grant.coin, for: grant.transactionId)
    let credited = CoinLine.credited(grant.amount, grant.coin, for: grant.transactionId)
    return (grant.isDeliveredElsewhere ? [] : [credited]) + (grant.takenBack == 0 ? [] : [taken])
  }

  /// The remainder of all grants by coin.
  private var left: [String: Int64] {
    grants.reduce(into: [:]) { $0[$1.coin, default: 0] += $1.left }.filter { $0.value != 0 }
  }

  private var bookings: [String] {
    let transactions = Dictionary(
      coins.grants.map { ($0.id, $0.transactionId) }, uniquingKeysWith: { first, _ in first })
    func transaction(of grant: String?) -> String {
      grant.flatMap { transactions[$0] } ?? "grant \(grant ?? "nil"), which is not listed"
    }
    let credits = coins.entries.filter { $0.kind == .credited }.map { entry in
      CoinLine.credited(entry.change, entry.coin, for: transaction(of: entry.grant))
    }
    let taken = Dictionary(grouping: coins.entries.filter { $0.kind == .takenBack }, by: \.grant)
      .compactMap { grant, entries -> String? in
        let total = -entries.map(\.change).reduce(0, +)
        guard total != 0, let coin = entries.first?.coin else { return nil }
        return CoinLine.taken(total, coin, for: transaction(of: grant))
      }
    return credits + taken.sorted()
  }

  /// Returns the change of a balance by entries other than grants and merges. The store knows
  /// nothing of these entries.
  private func spending(of coin: String) -> Int64 {
    coins.entries.filter { $0.kind == .other && $0.coin == coin }.map(\.change).reduce(0, +)
  }
}

/// A grant's name outside of any ledger: a transaction and a coin are granted once.
struct GrantName: Hashable {
  let transaction: String
  let coin: String

  init(_ transaction: String, _ coin: String) {
    self.transaction = transaction
    self.coin = coin
  }
}

extension LedgerAnswer.Coins.Grant {
  /// The sentence for the grant. It names the state if the state contradicts the amount taken back:
  /// exactly a revoked grant is taken back as a whole.
  fileprivate var line: String {
    let isCoherent = (state == "revoked") == (revokedAmount == amount)
    return CoinLine.granted(
      amount, coin, for: transactionId, productId, takenBack: revokedAmount,
      isDeliveredElsewhere: deliveredElsewhere == true)
      + (isCoherent ? "" : ", yet \(state)")
  }
}

private enum CoinLine {
  static func granted(
    _ amount: Int64, _ coin: String, for transaction: String, _ product: String,
    takenBack: Int64, isDeliveredElsewhere: Bool
  ) -> String {
    "\(isDeliveredElsewhere ? "delivered elsewhere" : "granted") \(amount) \(coin) "
      + "for \(transaction), \(product), \(takenBack) of them taken back"
  }

  static func credited(_ amount: Int64, _ coin: String, for transaction: String) -> String {
    "the wallet was credited \(amount) \(coin) for \(transaction)"
  }

  static func taken(_ amount: Int64, _ coin: String, for transaction: String) -> String {
    "from the wallet \(amount) \(coin) were taken back for \(transaction)"
  }

  static func left(_ amount: Int64, _ coin: String) -> String {
    "the wallet has \(amount) \(coin) left of its grants"
  }
}
