/// The figures of one wallet before a moment, by coin and by the grant that brought the coins.
package struct WalletFigures: Sendable {
  package struct Part: Sendable {
    package let coin: Coin
    /// The grant that brought the coins; nil for coins that no purchase brought.
    package let grant: GrantID?
    package let figures: CoinFigures
  }

  package let parts: [Part]

  /// Divides a wallet as it was before a moment.
  ///
  /// Coins of one grant that pay for another one's refund, or for a debt, count as spent of the first and no
  /// more as spent of the other.
  ///
  /// - Parameter erasedAt: the moment at which the account was erased; nil if it was not.
  package init(of wallet: Wallet, before moment: Instant, erasedAt: Instant? = nil) {
    var holdings = WalletHoldings(of: wallet.told { $0.moved.movedAt < moment }.entries)
    // Nothing is before the first of all moments, with which a report without a beginning begins.
    if moment.milliseconds > .min {
      holdings.release(until: Instant(milliseconds: moment.milliseconds - 1))
    }
    let isErased = erasedAt.map { $0 < moment } ?? false
    parts = holdings.all.flatMap { coin in
      let (held, totals) = (holdings[coin], holdings.totals[coin] ?? [:])
      let grants = Set(totals.keys).union(held.lots.map(\.grant)).union(held.debts.map(\.grant))
        .union([nil])
      return grants.map { grant in
        Part(
          coin: coin, grant: grant,
          figures: CoinFigures(held, totals[grant] ?? .init(), of: grant, isErased: isErased))
      }
    }
  }
}

extension CoinFigures {
  fileprivate init(
    _ held: CoinHoldings, _ totals: WalletHoldings.Totals, of grant: GrantID?, isErased: Bool
  ) {
    let source = grant.map { CoinSource.bought(grant: $0) } ?? .earned
    let left = grant.map { held.lot(of: $0)?.left ?? 0 } ?? held.earned
    let owed = held.debts.filter { $0.grant == grant }.reduce(Int128(0)) { $0 + Int128($1.amount) }
    let apart = Int128(held.reserved(from: source))
    let rest = Int128(left) + apart - owed
    granted = totals.granted
    earned = totals.earned
    takenBack = totals.takenBack
    adjusted = totals.adjusted
    spent = granted + earned - takenBack + adjusted + totals.merged - rest
    if isErased {
      erased = rest
    } else {
      (closing, reserved, debt) = (rest, apart, owed)
    }
  }
}
