/// A merge of one account into another, or its undo, recorded in the streams of both accounts.
///
/// Chains and tokens of `from` follow by name. The whole balance of each coin moves as one pair of
/// entries, and later refunds of the moved credits are taken from `into`. An undo moves exactly the
/// same amounts back.
package struct AccountsMerged: EventContent, Codable {
  /// The balance of a coin, negative for debt, with the credits that it rests on.
  package struct Balance: Hashable, Sendable, Codable {
    package let coin: Coin
    package let amount: Int64
    package let credits: [Credit]
    /// The lots, earned coins and debts of the balance; nil for a balance without any.
    package let coins: MovedCoins?

    package init(
      coin: Coin, amount: Int64, credits: [Credit] = [], coins: MovedCoins? = nil
    ) {
      self.coin = coin
      self.amount = amount
      self.credits = credits
      self.coins = coins
    }
  }

  /// A credit of a grant, as the wallet knew it that gives it away.
  package struct Credit: Hashable, Sendable, Codable {
    package let grant: GrantID
    package let amount: Int64
    package let takenBack: Int64
    package let revision: Int64
    /// The parts that were taken back, each with its account, in that order; nil if all were taken from
    /// `from`.
    package let taken: [TakenPart]?

    package init(
      grant: GrantID, amount: Int64, takenBack: Int64, revision: Int64, taken: [TakenPart]? = nil
    ) {
      self.grant = grant
      self.amount = amount
      self.takenBack = takenBack
      self.revision = revision
      self.taken = taken
    }
  }

  package let environment: StoreEnvironment
  package let bundleID: BundleID
  /// The account in whose stream this copy is recorded: `from` or `into`.
  package let account: AccountReference
  package let from: AccountReference
  package let into: AccountReference
  package let isUndone: Bool
  /// The generation of the name in whose stream this copy is recorded.
  package let generation: Int
  /// The number of the merge or undo within the stream of `from`: 1, 2, 3 …
  package let number: Int
  /// The balances that move from `from` to `into`, or back.
  package let balances: [Balance]
  /// The names of `from`, itself included, which are names of `into` while the merge stands.
  package let names: [AccountReference]
  package let key: IdempotencyKey?
  package let author: String?
  package let reason: String?
  package let decidedAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, account: AccountReference,
    from: AccountReference, into: AccountReference, isUndone: Bool, generation: Int, number: Int,
    balances: [Balance], names: [AccountReference], key: IdempotencyKey? = nil,
    author: String? = nil, reason: String? = nil, decidedAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.from = from
    self.into = into
    self.isUndone = isUndone
    self.generation = generation
    self.number = number
    self.balances = balances
    self.names = names
    self.key = key
    self.author = author
    self.reason = reason
    self.decidedAt = decidedAt
  }

  /// Returns the copy for the stream of the other account.
  package func copy(for account: AccountReference, generation: Int) -> AccountsMerged {
    AccountsMerged(
      environment: environment, bundleID: bundleID, account: account, from: from, into: into,
      isUndone: isUndone, generation: generation, number: number, balances: balances, names: names,
      key: key, author: author, reason: reason, decidedAt: decidedAt)
  }

  /// Returns the movement of a balance in the wallet of one of both accounts.
  package func movement(of balance: Balance, in account: AccountReference) -> CoinsMoved {
    let isReceiving = (account == into) != isUndone
    return CoinsMoved(
      environment: environment, bundleID: bundleID, account: account, coin: balance.coin,
      movement: .merged(
        amount: isReceiving ? balance.amount : -balance.amount,
        with: account == into ? from : into,
        coins: balance.coins ?? MovedCoins(of: balance.amount)),
      movedAt: decidedAt)
  }

  package static var type: EventType { .accountsMerged }
  package var stream: StreamID { .account(account) }
  package var assertedAt: Instant { decidedAt }
  package var subject: AccountReference? { into }
  package var accounts: Set<AccountReference> { [from, into] }

  package var digest: Digest {
    var form = CanonicalForm(24)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, decidedAt)
    form.add(10, account.key)
    form.add(41, key)
    form.add(46, reason)
    form.add(47, author)
    form.add(53, Int64(number))
    form.add(62, from.key)
    form.add(65, into.key)
    form.add(63, generation == 0 ? nil : Int64(generation))
    form.add(66, isUndone)
    for balance in balances {
      form.add(36, balance.coin)
      form.add(37, balance.amount)
      for credit in balance.credits {
        form.add(44, credit.grant.key)
        form.add(37, credit.amount)
        form.add(67, credit.takenBack)
        form.add(48, credit.revision)
        for part in credit.taken ?? [] {
          form.add(65, part.account.key)
          form.add(67, part.amount)
        }
      }
      if let coins = balance.coins { form.add(coins) }
    }
    for name in names { form.add(50, name.key) }
    return form.digest
  }
}

extension CanonicalForm {
  fileprivate mutating func add(_ coins: MovedCoins) {
    for lot in coins.lots {
      add(44, lot.grant.key)
      add(37, lot.amount)
      add(13, lot.since)
      add(88, lot.left)
      add(89, lot.refundedAway)
      for part in lot.taken { add(part) }
    }
    add(88, coins.earned)
    for debt in coins.debts {
      add(44, debt.grant?.key)
      add(90, debt.amount)
    }
  }
}
