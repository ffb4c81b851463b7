/// One entry of a wallet as it is told, by an answer or in the list.
struct WalletEntry: Decodable, Hashable, Sendable {
  enum Kind: String, Decodable, Sendable {
    case credited, takenBack, spent, adjusted, reserved, committed, cancelled
  }

  var number: Int
  var kind: Kind
  var coin: String
  /// By how much `balance` changed with it.
  var change: Int64
  /// What was available after it.
  var balance: Int64
  var bookedAt: String
  var amount: Int64?
  var grant: String?
  var reservation: String?
  var idempotencyKey: String?
}

/// What there is of a coin.
struct CoinStanding: Decodable, Hashable, Sendable {
  let coin: String
  var balance: Int64
  var reserved: Int64
}

/// A whole wallet, page after page.
struct WalletReading: Hashable, Sendable {
  var balances: [CoinStanding]
  var entries: [WalletEntry]

  func balance(of coin: String) -> Int64 { balances.first { $0.coin == coin }?.balance ?? 0 }
}

/// A grant as the list tells it.
struct ListedGrant: Decodable, Hashable, Sendable {
  var id: String
  var account: String?
  var environment: String
  var coin: String
  var amount: Int64
  var productId: String
  var transactionId: String
  var quantity: Int32
  var state: String
  var revokedAmount: Int64

  var name: GrantName { GrantName(transactionID: transactionId, coin: coin) }
}
