/// The figures of one wallet before a moment, by coin and by the grant that brought the coins.
package struct WalletFigures: Sendable {
  package struct Part: Sendable {
    package let coin: Coin
    /// The grant that brought the coins; nil for coins that an operator gave.
    package let grant: GrantID?
    package let figures: CoinFigures
  }

  package let parts: [Part]

  /// Divides a wallet as it was before a moment.
  ///
  /// - Parameter erasedAt: the moment at which the account was erased; nil if it was not.
  package init(of wallet: Wallet, before moment: Instant, erasedAt: Instant? = nil) {
    let told = wallet.told { $0.moved.movedAt < moment }
    var lots: [Coin: CoinLots] = [:]
    for entry in told.entries { lots[entry.moved.coin, default: CoinLots()].book(entry) }
    if let erasedAt, erasedAt < moment {
      for coin in lots.keys { lots[coin]?.erase() }
    } else {
      for balance in told.balances(at: moment) {
        lots[balance.coin]?.note(
          reserved: max(0, Int128(balance.reserved)), debt: max(0, -Int128(balance.available)))
      }
    }
    parts = lots.flatMap { coin, lots in
      lots.lots.map { Part(coin: coin, grant: $0.grant, figures: $0.figures) }
    }
  }
}
