/// An entry of a wallet, as an answer or the list reports it.
struct WalletEntry: Decodable, Hashable, Sendable {
  enum Kind: String, Decodable, Sendable {
    case credited, takenBack, spent, adjusted, reserved, committed, merged
    case canceled
  }

  var number: Int
  var kind: Kind
  var coin: String
  /// The change of `balance` by this entry.
  var change: Int64
  /// The balance available after this entry.
  var balance: Int64
  var bookedAt: String
  var amount: Int64?
  var grant: String?
  var reservation: String?
  var idempotencyKey: String?
}

/// The balance of one coin.
struct CoinStatus: Decodable, Hashable, Sendable {
  let coin: String
  var balance: Int64
  var reserved: Int64
}

/// A complete wallet, read page by page.
struct WalletReading: Hashable, Sendable {
  var balances: [CoinStatus]
  var entries: [WalletEntry]

  func balance(of coin: String) -> Int64 { balances.first { $0.coin == coin }?.balance ?? 0 }
}

/// A grant as the list reports it.
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
  var bookedAmount: Int64?

  var name: GrantName { GrantName(transactionID: transactionId, coin: coin) }
}
