/// Sentences about coins, worded alike for the truth and for a ledger: each grant as listed, each
/// grant as the wallet booked it, and the balance that remains of all grants.
extension CustomerTruth {
  var coinLines: [String] {
    grants.flatMap { grant in
      let taken = CoinLine.taken(grant.takenBack, grant.coin, for: grant.transactionId)
      return [
        CoinLine.granted(
          grant.amount, grant.coin, for: grant.transactionId, grant.productId,
          takenBack: grant.takenBack),
        CoinLine.credited(grant.amount, grant.coin, for: grant.transactionId),
      ] + (grant.takenBack == 0 ? [] : [taken])
    } + coinsLeft.sorted { $0.key < $1.key }.map { CoinLine.left($0.value, $0.key) }
  }
}

extension LedgerAnswer.Coins {
  var lines: [String] {
    let transactions = Dictionary(
      grants.map { ($0.id, $0.transactionId) }, uniquingKeysWith: { first, _ in first })
    func transaction(of grant: String?) -> String {
      grant.flatMap { transactions[$0] } ?? "grant \(grant ?? "nil"), which is not listed"
    }
    let credits = entries.filter { $0.kind == .credited }.map { entry in
      CoinLine.credited(entry.change, entry.coin, for: transaction(of: entry.grant))
    }
    let taken = Dictionary(grouping: entries.filter { $0.kind == .takenBack }, by: \.grant)
      .compactMap { grant, entries -> String? in
        let total = -entries.map(\.change).reduce(0, +)
        guard total != 0, let coin = entries.first?.coin else { return nil }
        return CoinLine.taken(total, coin, for: transaction(of: grant))
      }
    return grants.map(\.line) + credits + taken.sorted()
      + balances.map { CoinLine.left($0.balance - spending(of: $0.coin), $0.coin) }
  }

  /// Returns the change of a balance by entries other than grants. The store knows nothing of these
  /// entries.
  private func spending(of coin: String) -> Int64 {
    entries.filter { $0.kind == .other && $0.coin == coin }.map(\.change).reduce(0, +)
  }
}

extension LedgerAnswer.Coins.Grant {
  /// The sentence for the grant. It names the state if the state contradicts the amount taken back:
  /// exactly a revoked grant is taken back as a whole.
  fileprivate var line: String {
    let isCoherent = (state == "revoked") == (revokedAmount == amount)
    return CoinLine.granted(amount, coin, for: transactionId, productId, takenBack: revokedAmount)
      + (isCoherent ? "" : ", yet \(state)")
  }
}

private enum CoinLine {
  static func granted(
    _ amount: Int64, _ coin: String, for transaction: String, _ product: String, takenBack: Int64
  ) -> String {
    "granted \(amount) \(coin) for \(transaction), \(product), \(takenBack) of them taken back"
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
