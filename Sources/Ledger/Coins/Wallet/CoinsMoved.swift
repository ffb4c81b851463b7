/// The decision that coins of an account move. The movement determines their source and target:
/// ``WalletEntry``.
package struct CoinsMoved: EventContent, Codable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference
  package let coin: Coin
  package let movement: CoinMovement
  /// The key of the request; nil for a movement that follows from a grant or ends a reservation.
  package let key: IdempotencyKey?
  /// The merged account under whose name the request came; nil for the account itself.
  package let requestedBy: AccountReference?
  /// The game's own reference for the movement.
  package let reference: String?
  /// The id of the API key with which an operator adjusted; nil for any other movement.
  package let apiKey: String?
  /// The second person of an adjustment or a credit; nil where none was needed.
  package let secondPerson: ActAuthor?
  /// The moment at which a reservation ends by itself; nil for one that does not, and for any other
  /// movement.
  package let expiresAt: Instant?
  /// True for coins taken back that were delivered elsewhere and never credited; nil otherwise.
  package let deliveredElsewhere: Bool?
  /// The coins that come back to the account from which they were taken, although another account has the
  /// grant; nil otherwise. The total of the movement is what stays taken of the grant.
  package let returned: ReturnedCoins?
  /// The coins that the movement takes first; nil for earned ones.
  package let spendFirst: SpendOrder?
  package let movedAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, account: AccountReference, coin: Coin,
    movement: CoinMovement, key: IdempotencyKey? = nil, requestedBy: AccountReference? = nil,
    reference: String? = nil, apiKey: String? = nil, secondPerson: ActAuthor? = nil,
    expiresAt: Instant? = nil, deliveredElsewhere: Bool? = nil, returned: ReturnedCoins? = nil,
    spendFirst: SpendOrder? = nil, movedAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.coin = coin
    self.movement = movement
    self.key = key
    self.requestedBy = requestedBy
    self.reference = reference
    self.apiKey = apiKey
    self.secondPerson = secondPerson
    self.expiresAt = expiresAt
    self.deliveredElsewhere = deliveredElsewhere
    self.returned = returned
    self.spendFirst = spendFirst
    self.movedAt = movedAt
  }

  package static var type: EventType { .coinsMoved }
  package var stream: StreamID { .account(account) }
  package var assertedAt: Instant { movedAt }
  package var subject: AccountReference? { account }

  package var digest: Digest {
    var form = CanonicalForm(12)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, movedAt)
    form.add(10, account.key)
    form.add(36, coin)
    form.add(41, key)
    form.add(42, reference)
    form.add(62, requestedBy?.key)
    form.add(movement)
    form.add(70, apiKey)
    form.add(71, expiresAt)
    form.add(73, deliveredElsewhere)
    form.add(74, returned?.amount)
    form.add(75, returned?.holder.key)
    form.add(76, returned?.account.key)
    form.add(77, spendFirst?.rawValue)
    form.add(135, secondPerson?.name)
    form.add(136, secondPerson?.key)
    return form.digest
  }
}

/// Coins that a refund took from one account and a reversal gives back to it, while another account has the
/// grant: a merge was undone in between. Both streams record them; coins move in the first account's alone.
package struct ReturnedCoins: Hashable, Sendable, Codable {
  package let amount: Int64
  /// The account that has the grant.
  package let holder: AccountReference
  /// The account from which the coins were taken.
  package let account: AccountReference
}

extension CoinsMoved {
  /// True for a movement in the stream of the account that has the grant, while another one gets the coins.
  var isReturnedElsewhere: Bool { returned?.holder == account }
}

/// The key that a client gives to one of its requests, unique within one account forever: a
/// repeated request has no further effect.
package struct IdempotencyKey: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

extension CanonicalForm {
  fileprivate mutating func add(_ movement: CoinMovement) {
    switch movement {
    case .credited(let grant, let amount): add(43, 1, grant: grant, amount)
    case .takenBack(let grant, let total, let revision):
      add(43, 2, grant: grant, total)
      add(48, revision)
    case .spent(let amount): add(43, 3, amount)
    case .adjusted(let amount, let reason, let author):
      add(43, 4, amount)
      add(46, reason)
      add(47, author)
    case .reserved(let amount): add(43, 5, amount)
    case .committed(let reservation, let amount): add(43, 6, of: reservation, amount)
    case .canceled(let reservation, let amount): add(43, 7, of: reservation, amount)
    case .merged(let amount, let account, _):
      add(43, 8, amount)
      add(65, account.key)
    case .earned(let amount, let source):
      add(43, 9, amount)
      add(46, source)
    case .reversed(let entry, let amount, let parts):
      add(43, 10, amount)
      add(78, entry.key)
      for part in parts { add(part) }
    }
  }

  /// Adds a part of coins.
  mutating func add(_ part: CoinPart) {
    if case .bought(let grant) = part.source { add(44, grant.key) }
    add(79, part.source == .debt ? true : nil)
    add(37, part.amount)
  }

  private mutating func add(
    _ tag: UInt8, _ kind: Int64, grant: GrantID? = nil, of reservation: IdempotencyKey? = nil,
    _ amount: Int64
  ) {
    add(tag, kind)
    add(37, amount)
    add(44, grant?.key)
    add(45, reservation)
  }
}
