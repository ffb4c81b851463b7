package import Ledger
package import Projections

/// The JSON form of an entry of a wallet. An entry never changes, nor do its bytes.
package struct WalletEntryBody: Encodable, Sendable {
  /// The name of the entry, for `reverse`.
  let id: String
  let number: Int
  let environment: StoreEnvironment
  let kind: Kind
  let coin: String
  /// The change of `balance` by this entry.
  let change: Int64
  /// The available coins after this entry; below zero is debt.
  let balance: Int64
  let bookedAt: String
  @Nullable private(set) var amount: Int64? = nil
  @Nullable private(set) var grant: String? = nil
  @Nullable private(set) var reservation: String? = nil
  /// The origin of earned coins, in the game's words.
  @Nullable private(set) var source: String? = nil
  /// The entry that this one takes back.
  @Nullable private(set) var entry: String? = nil
  @Nullable private(set) var reason: String? = nil
  @Nullable private(set) var author: String? = nil
  @Nullable private(set) var reference: String?
  @Nullable private(set) var idempotencyKey: String?
  /// The id of the API key of an adjustment.
  @Nullable private(set) var apiKey: String?
  /// The moment at which a reservation ends by itself.
  @Nullable private(set) var expiresAt: String?
  /// The product and the transaction of the grant, in a list of entries.
  @Nullable private(set) var productId: String?
  @Nullable private(set) var transactionId: String?
  /// The id of the event that made the entry, in a list of entries.
  @Nullable private(set) var event: String?

  enum Kind: String, Encodable, Sendable {
    case credited, takenBack, spent, earned, reversed, adjusted, reserved, committed, merged
    case canceled
  }

  /// - Parameter source: what is known of the origin of the entry; nil in the answer of a request, whose
  ///   bytes are the same whenever it is repeated.
  package init(_ entry: WalletEntry, _ source: WalletEntrySource? = nil) {
    let moved = entry.moved
    id = entry.id.description
    number = entry.number
    environment = moved.environment
    coin = moved.coin.rawValue
    change = entry.change
    balance = entry.balance
    bookedAt = moved.movedAt.description
    reference = moved.reference
    idempotencyKey = moved.key?.rawValue
    apiKey = moved.apiKey
    expiresAt = moved.expiresAt?.description
    productId = source?.grant?.productID.rawValue
    transactionId = source?.grant?.transactionID.rawValue
    event = source?.event?.description
    switch moved.movement {
    case .credited(let grant, let amount):
      (kind, self.grant, self.amount) = (.credited, grant.description, amount)
    case .takenBack(let grant, _, _): (kind, self.grant) = (.takenBack, grant.description)
    case .spent(let amount): (kind, self.amount) = (.spent, amount)
    case .earned(let amount, let source):
      (kind, self.amount, self.source) = (.earned, amount, source)
    case .reversed(let reversed, let amount, _):
      (kind, self.entry, self.amount) = (.reversed, reversed.description, amount)
    case .adjusted(let amount, let reason, let author):
      (kind, self.amount, self.reason, self.author) = (.adjusted, amount, reason, author)
    case .reserved(let amount): (kind, self.amount) = (.reserved, amount)
    case .committed(let key, let amount):
      (kind, reservation, self.amount) = (.committed, key.rawValue, amount)
    case .canceled(let key, let amount):
      (kind, reservation, self.amount) = (.canceled, key.rawValue, amount)
    case .merged(let amount, _, _): (kind, self.amount) = (.merged, amount)
    }
  }
}
